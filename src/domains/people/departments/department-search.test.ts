/** Who chooses 七年级 in a search means its classes too: equality would find nobody, and a total of 0 misleads. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { searchFields } from '../../../kit/define/page.ts';
import { loadBindings } from '../../../kit/server/page/registry.ts';
import { entitySearch } from '../../../kit/server/query/entity-search.ts';
import '../domain.ts';

test('every list searched by department reaches what lies below', async () => {
  const bounds = await loadBindings(fileURLToPath(new URL('../..', import.meta.url)));
  const searched = bounds.flatMap(({ page, binding }) =>
    searchFields(page)
      .filter(({ key, keys }) => !keys && page.fields[key]?.entity === 'department' && binding.list)
      .map(({ key }) => ({ page: page.title, key, field: page.fields[key]!, own: binding.list?.where?.[key] })),
  );
  expect(searched.length).toBeGreaterThan(10);
  // Those that stop at the department itself say so in their label.
  const short = searched.filter(({ field, own }) => !own && !entitySearch(field) && !field.label.includes('不含下级'));
  expect(short.map(({ page, key }) => `${page} ${key}`)).toEqual([]);
});

/** Who chooses 七年级 in a search means its classes too: equality would find nobody, and a total of 0 misleads. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { searchFields } from '../../kit/define/page.ts';
import { loadBindings } from '../../kit/server/page/registry.ts';

/** Searches that say in their label that they stop at the department itself. */
const exact = new Set(['ownDepartmentId']);

test('every list searched by department reaches what lies below', async () => {
  const bounds = await loadBindings(fileURLToPath(new URL('..', import.meta.url)));
  const short = bounds.flatMap(({ page, binding }) =>
    searchFields(page)
      .filter(({ key, keys }) => !keys && page.fields[key]?.source === '/admin/organization/department')
      .filter(({ key }) => page.fields[key]?.tree && binding.list && !binding.list.where?.[key] && !exact.has(key))
      .map(({ key }) => `${page.title} ${key}`),
  );
  expect(short).toEqual([]);
});

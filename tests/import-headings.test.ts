/** What a list exports comes in again: its file has a heading for everything its own import cannot do without. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageAt } from '../src/kit/define/page-at.ts';
import { missingSources, proposeMapping } from '../src/kit/server/jobs/import/propose-mapping.ts';
import { exportColumns } from '../src/kit/server/page/export-columns.ts';
import { importColumns } from '../src/kit/server/page/import-parts.ts';
import { loadBindings } from '../src/kit/server/page/registry.ts';

const pages = (await loadBindings(join(import.meta.dirname, '..', 'src', 'domains'))).flatMap(({ page }) =>
  page.import && page.list?.export
    ? page.places.map(({ path }) => ({ path, page: pageAt(page, path) })).filter((at) => at.page.import)
    : [],
);

test('the export of every list that imports covers what its import requires', () => {
  expect(pages.length).toBeGreaterThan(10);
  const short = pages.flatMap(({ path, page }) => {
    const titles = exportColumns(page, null).map(({ title }) => title);
    const wanted = importColumns(page);
    const { mapping } = proposeMapping(titles, wanted);
    const without = missingSources(mapping, wanted);
    return without.length > 0 ? [`${path}: ${without.map(({ label }) => label).join('、')}`] : [];
  });
  expect(short).toEqual([]);
});

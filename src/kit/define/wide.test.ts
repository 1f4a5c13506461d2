/** The unit of a row in lists over many units: where it stands, where it goes, what keeps it. */
import { expect, test } from 'vitest';
import { money, ref, text } from './field.ts';
import { anyPage, page } from './page.ts';
import { narrowed } from './wide.ts';

const spec = page({
  path: '/admin/contractor/rows',
  title: '行',
  fields: { name: text('名称'), amountFen: money('金额'), organizationId: ref('单位', 'organization') },
  wide: ['organizationId'],
  list: {
    columns: ['name', 'amountFen'],
    search: ['name'],
    drills: { amountFen: { path: '/admin/contractor/lines', search: (row) => ({ name: row.name }) } },
  },
});

test('it is the first column and the first filter, named or not', () => {
  expect(spec.list!.columns).toEqual(['organizationId', 'name', 'amountFen']);
  expect(spec.list!.search).toEqual(['organizationId', 'name']);
});

test('a value opens lines of its own unit, or of the unit searched', () => {
  const { search } = spec.list!.drills!.amountFen!;
  expect(search({ name: '甲', organizationId: 7 }, {})).toEqual({ organizationId: 7, name: '甲' });
  expect(search({ name: '甲' }, { organizationId: 9 })).toEqual({ organizationId: 9, name: '甲' });
  expect(search({ name: '甲' }, {})).toEqual({ name: '甲' });
});

test('it is gone where one unit is seen, the rest as it was', () => {
  const { list } = narrowed(anyPage(spec));
  expect(list!.columns).toEqual(['name', 'amountFen']);
  expect(list!.search).toEqual(['name']);
  expect(list!.detail).toEqual(['name', 'amountFen']);
});

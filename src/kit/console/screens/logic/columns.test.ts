import { expect, test } from 'vitest';
import { int, money, text } from '../../../define/field.ts';
import { anyPage, page } from '../../../define/page.ts';
import { addedColumn, columnHelp, columnTitle, mergeColumns, moveColumn, prefsOf } from './columns.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: 'x',
    fields: {
      name: text('姓名'),
      jobNumber: text('工号'),
      balanceFen: money('余额'),
      count: int('次数', { unit: '次' }),
    },
    list: { columns: ['name', 'balanceFen', 'count'], subline: { name: 'jobNumber' } },
  }),
);
const keys = (columns: { key: string }[]) => columns.map((c) => c.key);

test('without preferences the definition stands', () => {
  const columns = mergeColumns(spec);
  expect(keys(columns)).toEqual(['name', 'balanceFen', 'count']);
  expect(columns[0]).toMatchObject({ hidden: false, pin: null, subline: 'jobNumber' });
});

test('lines opened from a figure know the column that adds up to it', () => {
  expect(addedColumn(spec, 'balanceFen')).toBe('balanceFen');
  expect(addedColumn(spec, 'count')).toBe('count');
  expect(addedColumn(spec, 'netFen')).toBeUndefined();
  expect(addedColumn(spec, undefined)).toBeUndefined();
  const due = anyPage(page({ path: '/admin/y', title: 'y', fields: { amountFen: money('实收') }, list: {} }));
  expect(addedColumn(due, 'netFen')).toBe('amountFen');
  expect(addedColumn(due, 'heads')).toBeUndefined();
});

test('a heading says what a figure means; what helps to fill in a form is for the form', () => {
  const fields = { feeFen: money('手续费', { help: '至多两位小数' }), netFen: money('净额', { help: '已减退回' }) };
  const own = { path: '/admin/z', title: 'z', fields, list: {}, form: { sections: [{ fields: ['feeFen' as const] }] } };
  const asked = anyPage(page(own));
  expect(mergeColumns(asked).map((column) => columnHelp(asked, column))).toEqual([undefined, '已减退回']);
});

test('preferences order, hide, pin and size; unknown columns are passed over', () => {
  const columns = mergeColumns(spec, {
    count: { order: 0 },
    name: { order: 2, width: 9999 },
    gone: { order: 1 },
    balanceFen: { pin: 'left', hidden: true },
  });
  expect(keys(columns)).toEqual(['balanceFen', 'count', 'name']);
  expect(columns[2]?.width).toBe(800);
  expect(columns[0]).toMatchObject({ pin: 'left', hidden: true });
});

test('what is stored brings the same columns back', () => {
  const moved = moveColumn(mergeColumns(spec), 'count', 'name').map((c) =>
    c.key === 'name' ? { ...c, width: 300 } : c,
  );
  expect(keys(moved)).toEqual(['count', 'name', 'balanceFen']);
  expect(mergeColumns(spec, prefsOf(spec, moved))).toEqual(moved);
});

test('headings name the unit once', () => {
  expect(columnTitle(money('余额'))).toBe('余额(元)');
  expect(columnTitle(money('余额（元）'))).toBe('余额（元）');
  expect(columnTitle(int('次数', { unit: '次' }))).toBe('次数(次)');
});

/** Lines of a second sheet as cells of the first one's rows. */
import { expect, test } from 'vitest';
import { text } from '../../../define/field.ts';
import { anyPage } from '../../../define/page.ts';
import { isRefusal } from '../../refusal.ts';
import { readTable } from '../../sheet/read-table.ts';
import { readXlsxRows } from '../../sheet/xlsx-reader.ts';
import { oneTable, onItsLines } from './second-sheet.ts';
import { templateWorkbook } from './workbooks.ts';

const known = {
  by: ['菜品', '菜名'],
  into: '配料',
  parts: [
    ['食材', '原料'],
    ['克数', '用量'],
  ],
};

test('the lines of a row come into one cell; those of nobody are told of as a row of their own', () => {
  const dishes = {
    headers: ['菜名', '分类'],
    rows: [
      ['番茄炒蛋', '小荤'],
      ['白米饭', '主食'],
    ],
  };
  const recipes = {
    headers: ['原料', '菜品', '用量（克）'],
    rows: [
      ['番茄', '番茄炒蛋', '100'],
      ['鸡蛋', '番茄炒蛋', '50'],
      ['粳米', '白饭', '80'],
    ],
  };
  expect(oneTable(dishes, recipes, known)).toEqual([
    ['菜名', '分类', '配料'],
    ['番茄炒蛋', '小荤', '番茄 100、鸡蛋 50'],
    ['白米饭', '主食', ''],
    ['白饭', '', '粳米 80'],
  ]);
});

test('a sheet that is no such one is left alone; what the first sheet says of itself stays where the second says nothing', () => {
  const dishes = { headers: ['菜品', '配料'], rows: [['白米饭', '粳米 80克']] };
  expect(oneTable(dishes, { headers: ['说明', '备注'], rows: [['x', 'y']] }, known)).toBeUndefined();
  const none = { headers: ['菜品', '食材', '克数'], rows: [['汤', '水', '200']] };
  expect(oneTable(dishes, none, known)?.[1]).toEqual(['白米饭', '粳米 80克']);
});

test('two hundred thousand lines of one row are read in one pass', () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => ['汤', `水${i}`, '1']);
  const [, soup] = oneTable(
    { headers: ['菜品'], rows: [['汤']] },
    { headers: ['菜品', '食材', '克数'], rows: lines },
    known,
  )!;
  expect(soup?.[1]?.split('、')).toHaveLength(200_000);
});

test('the template has the second sheet with its headings, which are those it is read by', async () => {
  const page = anyPage({
    title: '菜品',
    kind: 'list',
    places: [{ path: '/admin/organization/dish', menu: null }],
    fields: { name: text('菜品'), recipe: text('配料') },
    import: { fields: ['name', 'recipe'], second: { by: 'name', into: 'recipe', parts: known.parts } },
  });
  const file = await templateWorkbook('菜品', [{ key: 'name', ...page.fields.name! }], page);
  const headings = async (sheet: string) => {
    const rows: string[][] = [];
    await readXlsxRows(file, { filename: 't.xlsx', sheet }, (cells) => rows.push(cells) > 0);
    return rows.at(-1);
  };
  expect(await headings('菜品')).toEqual(['菜品']);
  const second = await headings('配料');
  expect(second).toEqual(['菜品*', '食材*', '克数*']);
  const filled = { headers: second!, rows: [['汤', '水', '200']] };
  expect(oneTable({ headers: ['菜品'], rows: [['汤']] }, filled, known)).toEqual([
    ['菜品', '配料'],
    ['汤', '水 200'],
  ]);
});

test('rows keep the lines they have in the first sheet', async () => {
  const rows = { headers: ['菜品'], rows: [['汤'], ['饭']], rowNumbers: [3, 6] };
  const lined = onItsLines(
    oneTable(
      rows,
      {
        headers: ['菜品', '食材', '克数'],
        rows: [
          ['饭', '米', '80'],
          ['粥', '米', '9'],
        ],
      },
      known,
    )!,
    rows,
  );
  const table = await readTable(Buffer.from(lined), 'a.csv');
  expect(isRefusal(table) ? table : [table.rowNumbers, table.rows]).toEqual([
    [3, 6, 7],
    [
      ['汤', ''],
      ['饭', '米 80'],
      ['粥', '米 9'],
    ],
  ]);
});

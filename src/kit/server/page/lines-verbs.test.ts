import { expect, test } from 'vitest';
import { int, lines, money, ref, text } from '../../define/field.ts';
import { anyPage, page } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { OptionsInput } from './binding.ts';
import { linesVerb, type ReadLines } from './lines-verbs.ts';
import type { Registered, Registry } from './registry.ts';

const spec = page({
  path: '/admin/organization/order',
  title: '采购单',
  fields: {
    lines: lines(
      '明细',
      {
        goodsId: ref('商品', '/goods'),
        quantity: int('数量', { min: 1 }),
        priceFen: money('单价'),
        stock: int('库存', { readOnly: true }),
        note: text('备注'),
      },
      { max: 3 },
    ),
  },
});
const goods = [
  { id: 1, name: '白菜', hint: 'A01 · 斤' },
  { id: 2, name: '白菜帮', hint: 'A02 · 斤' },
  { id: 3, name: '鸡蛋', hint: 'B01' },
  { id: 4, name: '鸡蛋', hint: 'B02' },
];
const registry = {
  all: [],
  at: () => ({
    binding: {
      options: async (_: Ctx, { keyword }: OptionsInput) =>
        goods.filter((g) => g.name.includes(keyword) || g.hint.includes(keyword)),
    },
  }),
} as unknown as Registry;
const entry = { path: '/admin/organization/order', title: '采购单', page: anyPage(spec), binding: {} } as Registered;
const read = (columns: string[], rows: string[][]) =>
  linesVerb(registry, entry, 'lines_read', {} as Ctx, { field: 'lines', columns, rows }) as Promise<ReadLines>;

test('pasted cells become values of their kinds; records are found by whole name or by number', async () => {
  expect(
    await read(
      ['goodsId', 'quantity', 'priceFen'],
      [
        ['白菜', '１２', '¥3.50'],
        ['B02', '5', ''],
      ],
    ),
  ).toEqual({
    rows: [
      { goodsId: 1, quantity: 12, priceFen: 350 },
      { goodsId: 4, quantity: 5, priceFen: null },
    ],
    problems: [],
  });
});

test('what cannot be read is said by row and cell, and stays as it was typed', async () => {
  expect(
    await read(
      ['goodsId', 'quantity', 'note'],
      [
        ['萝卜', '3份', '=1'],
        ['鸡蛋', '0', ''],
      ],
    ),
  ).toEqual({
    rows: [
      { goodsId: null, quantity: '3份', note: '=1' },
      { goodsId: null, quantity: 0, note: null },
    ],
    problems: [
      { row: 0, key: 'quantity', message: '必须是整数' },
      { row: 1, key: 'quantity', message: '不能小于 1' },
      { row: 0, key: 'goodsId', message: '「萝卜」不存在' },
      { row: 1, key: 'goodsId', message: '「鸡蛋」有多条同名记录，请用编号' },
    ],
  });
});

test('columns that are none, read-only ones and too many rows are refused', async () => {
  for (const columns of [['stock'], ['other'], []])
    expect(await read(columns, [['1']])).toMatchObject({ code: 'MALFORMED' });
  expect(await read(['quantity'], [['1'], ['1'], ['1'], ['1']])).toMatchObject({ code: 'TOO_LARGE' });
  expect(await linesVerb(registry, entry, 'lines_read', {} as Ctx, { field: 'x' })).toMatchObject({
    code: 'MALFORMED',
  });
  expect(await linesVerb(registry, entry, 'other', {} as Ctx, {})).toBeUndefined();
});

import { expect, test } from 'vitest';
import { bool, choice, money, normalDisabled, text, time } from '../../../define/field.ts';
import { anyPage, page } from '../../../define/page.ts';
import { type Column, foldRank, mergeColumns } from './columns.ts';
import { fillRoom, fitWidths, foldColumns } from './fit-widths.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: 'x',
    fields: {
      name: text('姓名'),
      place: text('餐厅'),
      at: time('时间'),
      amountFen: money('金额'),
      status: choice('状态', normalDisabled),
    },
    list: { columns: ['name', 'place', 'at', 'amountFen', 'status'] },
  }),
);
const columns = mergeColumns(spec);
const wanted = columns.map((c) => c.width);
const sum = (widths: readonly number[]) => widths.reduce((a, b) => a + b, 0);
const long = '一个很长很长的餐厅名称';
const shown: Record<string, string[]> = {
  name: ['张三'],
  place: [long],
  at: ['2026-11-20 18:15:48'],
  amountFen: ['1,234.00'],
  status: ['正常'],
};
const texts = (column: Column) => shown[column.key];

test('with room enough nothing changes', () => {
  expect(fitWidths(columns, sum(wanted), texts)).toEqual(wanted);
});

test('empty space goes first: the long text, the time and the number keep what they need', () => {
  const room = sum(wanted) - 60;
  const fitted = fitWidths(columns, room, texts);
  expect(sum(fitted)).toBeLessThanOrEqual(room);
  expect(fitted[0]).toBeLessThan(wanted[0]!);
  expect(fitted[1]).toBe(wanted[1]);
  expect(fitted[2]).toBe(wanted[2]);
  expect(fitted[3]).toBeGreaterThanOrEqual('1,234.00'.length * 8);
});

test('long texts are cut only where that makes the table fit', () => {
  const room = sum(wanted) - 200;
  const fitted = fitWidths(columns, room, texts);
  expect(sum(fitted)).toBeLessThanOrEqual(room);
  expect(fitted[1]).toBeLessThan(wanted[1]!);
  const tooNarrow = fitWidths(columns, 200, texts);
  expect(tooNarrow[1]).toBe(wanted[1]);
  expect(sum(tooNarrow)).toBeLessThan(sum(wanted));
});

test('the number a document is known by is never cut, its name may be', () => {
  const number = 'DC20261124000123';
  const room = sum(wanted) - 200;
  const first = (text: string) => fitWidths(columns, room, (c) => (c.key === 'name' ? [text] : shown[c.key]))[0]!;
  expect(first(number)).toBe(wanted[0]);
  expect(first(long)).toBeLessThan(wanted[0]!);
});

test('times lose their year and seconds before any text, and the number of a card is cut after all other texts', () => {
  const cards = anyPage(
    page({
      path: '/admin/y',
      title: 'y',
      fields: {
        name: text('姓名'),
        cardNo: text('卡号'),
        place: text('部门'),
        at: time('开户时间'),
        amountFen: money('余额'),
      },
      list: { columns: ['name', 'cardNo', 'place', 'at', 'amountFen'] },
    }),
  );
  const all = mergeColumns(cards);
  const says: Record<string, string[]> = { ...shown, cardNo: ['1026000042'], place: [long] };
  const of = (column: Column) => says[column.key];
  let room = sum(all.map((c) => c.width));
  const fitted = () => fitWidths(all, room, of);
  const [, , place, at] = fitted();
  while (fitted()[3] === at) room -= 1;
  expect(fitted()[2]).toBe(place);
  while (fitted()[2] === place) room -= 1;
  expect(fitted()[3]).toBe(112);
  expect(fitted()[1]).toBeGreaterThanOrEqual(100);
});

test('widths set by hand and cells drawn by hand stay', () => {
  const byHand = mergeColumns(spec, { name: { width: 300 } });
  expect(fitWidths(byHand, 300, texts)[0]).toBe(300);
  expect(fitWidths(columns, 200, () => undefined)).toEqual(wanted);
});

test('what says least is folded first, from the right; identity, amounts and state stay', () => {
  const rank = (column: Column) => foldRank(spec, column);
  const keys = (room: number, from = columns) => foldColumns(from, room, texts, rank).map((c) => c.key);
  expect(keys(sum(wanted))).toEqual(['name', 'place', 'at', 'amountFen', 'status']);
  let room = sum(wanted);
  while (keys(room).length === columns.length) room -= 1;
  expect(keys(room)).toEqual(['name', 'place', 'amountFen', 'status']);
  expect(keys(1)).toEqual(['name', 'amountFen', 'status']);
  const asked = mergeColumns(spec, { at: { keep: true } });
  expect(keys(1, asked)).toEqual(['name', 'at', 'amountFen', 'status']);
});

test('a quantity with its unit, and a mark in words, are read whole while a name is cut', () => {
  const stock = anyPage(
    page({
      path: '/admin/y',
      title: 'y',
      fields: {
        code: text('编号'),
        goods: text('商品'),
        need: text('需求', { columnWidth: 112 }),
        asIs: bool('照备料', { words: [{ label: '照备料', tone: 'warning' }, { label: '' }] }),
      },
      list: { columns: ['code', 'goods', 'need', 'asIs'] },
    }),
  );
  const own = mergeColumns(stock);
  const told: Record<string, string[]> = {
    code: ['A1'],
    goods: [long],
    need: ['21.631 千克', '补下限'],
    asIs: ['照备料'],
  };
  const textsOf = (column: Column) => told[column.key];
  const fitted = fitWidths(own, sum(own.map((c) => c.width)) - 110, textsOf);
  expect(fitted[1]).toBeLessThan(own[1]!.width);
  expect(fitted[2]).toBeGreaterThanOrEqual(100);
  expect(fitted[3]).toBeGreaterThanOrEqual(72);
  // Words that only begin with a digit are words.
  told.need = ['3 号楼二层西侧的窗口'];
  expect(fitWidths(own, sum(own.map((c) => c.width)) - 110, textsOf)[2]).toBeLessThan(100);
});

test('what room is left is shared out in whole px to the columns nobody set, and the table ends where its room ends', () => {
  const room = sum(wanted) + 101;
  const filled = fillRoom(columns, wanted, room);
  expect(sum(filled)).toBe(room);
  expect(filled.every(Number.isInteger)).toBe(true);
  for (const [i, w] of filled.entries()) expect(w).toBeGreaterThan(wanted[i]!);
  const byHand = columns.map((c, i) => (i === 1 ? { ...c, width: c.width + 7 } : c));
  const kept = fillRoom(
    byHand,
    byHand.map((c) => c.width),
    room,
  );
  expect(kept[1]).toBe(wanted[1]! + 7);
  expect(sum(kept)).toBe(room);
  expect(fillRoom(columns, wanted, sum(wanted) - 1)).toEqual(wanted);
});

test('of a name and another long text the other is cut first', () => {
  const named = (column: Column) => (column.key === 'name' ? ['一食堂 1 号窗口消费机'] : texts(column));
  const whole = fitWidths(columns, sum(wanted), named)[0]!;
  const fitted = fitWidths(columns, sum(wanted) - 120, named);
  expect(sum(fitted)).toBeLessThanOrEqual(sum(wanted) - 120);
  expect(fitted[1]).toBeLessThan(wanted[1]!);
  expect(fitted[0]).toBeGreaterThanOrEqual(Math.min(whole, 150));
});

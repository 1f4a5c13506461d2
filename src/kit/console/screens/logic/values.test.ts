import { expect, test } from 'vitest';
import { choice, money, phone, ref, refs, text, time } from '../../../define/field.ts';
import { initialRange, quickRanges, termOf } from '../../../define/quick-ranges.ts';
import { formatValue, percentText, plainText } from './format.ts';
import { parseHm } from './hm.ts';
import { moneyText, parseMoney } from './money-input.ts';
import { fill, fillLocation } from './template.ts';
import { treeRows } from './tree.ts';
import { fromTsv, toTsv } from './tsv.ts';
import { checkInput, wireValues } from './validate.ts';

test('amounts as people type them', () => {
  expect(parseMoney(' ￥1,234.5 元 ')).toEqual({ fen: 123450 });
  expect(parseMoney('１２．３０')).toEqual({ fen: 1230 });
  expect(parseMoney('-.5')).toEqual({ fen: -50 });
  expect(parseMoney('0.07')).toEqual({ fen: 7 });
  expect(parseMoney('')).toEqual({ empty: true });
  for (const bad of ['1.234', '1,2', 'abc', '.', '1e3', '99999999999999'])
    expect(parseMoney(bad)).toHaveProperty('error');
  expect(moneyText(-7)).toBe('-0.07');
  expect(moneyText(123450)).toBe('1234.50');
});

test('times of the business day run to 28:00', () => {
  expect([parseHm('730'), parseHm('７：30'), parseHm('28:00'), parseHm('28:01'), parseHm('9:60')]).toEqual([
    '07:30',
    '07:30',
    '28:00',
    undefined,
    undefined,
  ]);
});

test('quick ranges', () => {
  const ranges = Object.fromEntries(quickRanges('2026-03-01').map((r) => [r.label, r.pair]));
  expect(ranges.本周).toEqual(['2026-02-23', '2026-03-01']);
  expect(ranges.上周).toEqual(['2026-02-16', '2026-02-22']);
  expect(ranges.上月).toEqual(['2026-02-01', '2026-02-28']);
  expect(Object.keys(ranges)).toEqual(['今天', '昨天', '本周', '上周', '本月', '上月', '本学期']);
  expect(termOf('2026-01-15')).toEqual(['2025-08-01', '2026-01-31']);
  expect(termOf('2026-09-01')).toEqual(['2026-08-01', '2027-01-31']);
  expect(initialRange('last7Days', '2026-03-03')).toEqual(['2026-02-25', '2026-03-03']);
  expect(initialRange('weekAround', '2026-03-03')).toEqual(['2026-02-25', '2026-03-10']);
  expect(initialRange('past7Days', '2026-03-03')).toEqual(['2026-02-24', '2026-03-02']);
});

test('values as text, by kind', () => {
  expect(formatValue(money('余额'), 'aFen', { aFen: -123456 })).toBe('-1,234.56');
  expect(plainText(money('余额'), 'aFen', { aFen: -123456 })).toBe('-1234.56');
  expect(formatValue(ref('部门', '/x'), 'departmentId', { departmentId: 1, departmentName: '一年级' })).toBe('一年级');
  expect(formatValue(refs('角色', '/x'), 'roleIds', { roleIds: [1, 2], roleNames: ['甲', '乙'] })).toBe('甲、乙');
  expect(formatValue(choice('状态', [{ value: 'A', label: '甲' }]), 's', { s: 'A' })).toBe('甲');
  expect(formatValue(time('时间'), 't', { t: '2026-03-01T16:30:00.000Z' })).toBe('2026-03-02 00:30:00');
  expect(percentText(1250)).toBe('12.5%');
});

test('templates and locations', () => {
  expect(fill('确定停用 {name}？', (k) => ({ name: '张三' })[k])).toBe('确定停用 张三？');
  expect(fillLocation('/x?name={name}&id={id}', { id: 3, name: 'a&b' })).toBe('/x?name=a%26b&id=3');
});

test('a tree keeps orphans and rings', () => {
  const rows = [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 99 },
    { id: 4, parentId: 5 },
    { id: 5, parentId: 4 },
  ];
  const count = (nodes: { children?: never[] | unknown[] }[]): number =>
    nodes.reduce((n, node) => n + 1 + count((node.children ?? []) as never[]), 0);
  const tree = treeRows(rows, 'parentId');
  expect(tree.map((n) => n.id)).toContain(1);
  expect(tree.map((n) => n.id)).toContain(3);
  expect(tree.find((n) => n.id === 1)?.children?.map((n) => n.id)).toEqual([2]);
  expect(count(tree as never[])).toBeGreaterThanOrEqual(5);
});

test('copied cells are no formulas', () => {
  expect(
    toTsv([
      ['姓名', '金额'],
      ['=1+1\t', '-12.50'],
    ]),
  ).toBe("姓名\t金额\n'=1+1\t-12.50");
});

test('pasted text becomes cells, quoted ones whole', () => {
  expect(fromTsv('白菜\t12\r\n萝卜\t\r\n')).toEqual([
    ['白菜', '12'],
    ['萝卜', ''],
  ]);
  expect(fromTsv('"a\nb ""c"""\t"未完')).toEqual([['a\nb "c"', '"未完']]);
});

test('inputs: required, masks and the values that travel', () => {
  const fields = {
    name: text('姓名', { required: true }),
    phone: phone('手机'),
    note: text('备注'),
    ids: refs('角色', '/r'),
  };
  expect(checkInput(fields.name, ' ')).toBe('请输入姓名');
  expect(checkInput(fields.phone, '138****1234', '138****1234')).toBeUndefined();
  expect(checkInput(fields.phone, '138****1234', '139****1234')).toBeDefined();
  expect(
    wireValues(
      fields,
      Object.keys(fields),
      { name: ' 张三 ', phone: '138****1234', note: '' },
      { phone: '138****1234' },
    ),
  ).toEqual({
    name: '张三',
    note: null,
    ids: [],
  });
});

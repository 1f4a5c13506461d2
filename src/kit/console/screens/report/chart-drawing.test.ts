import { expect, test } from 'vitest';
import { date, money, text } from '../../../define/field.ts';
import { anyPage, page, range } from '../../../define/page.ts';
import type { Search } from '../logic/search-url.ts';
import { chartDrawing, chartPoints } from './chart-drawing.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: '汇总',
    fields: { day: date('日期'), shelf: text('书架'), fineFen: money('罚金'), leftFen: money('余额') },
    list: { columns: ['day', 'shelf', 'fineFen', 'leftFen'], search: [range('day')], totals: ['fineFen'] },
  }),
);
const rows = [
  { id: 1, day: '2026-03-04', shelf: '乙', fineFen: 1250, leftFen: 10 },
  { id: 2, day: '2026-03-02', shelf: '甲', fineFen: null, leftFen: 20 },
  { id: 3, day: '2026-03-04', shelf: '甲', fineFen: 250, leftFen: 30 },
];
const today = '2026-03-06';
const names = (x: string, search: Search = {}) =>
  chartPoints(spec, { kind: 'line', x, y: ['fineFen'] }, rows, search, today).map((point) => point.name);

test('names stay in the order of the table, days run from old to new', () => {
  expect(names('shelf')).toEqual(['乙', '甲', '甲']);
  expect(names('day', { day: ['2026-03-02', '2026-03-04'] })).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
});

test('the axis has every day of the filter until today, whether or not something happened', () => {
  expect(names('day', { day: ['2026-03-01', '2026-03-31'] })).toEqual([1, 2, 3, 4, 5, 6].map((n) => `2026-03-0${n}`));
  expect(names('day')).toEqual([2, 3, 4, 5, 6].map((n) => `2026-03-0${n}`));
});

test('rows of one day are added up; an empty day sold nothing, and nobody knows its balance', () => {
  const search = { day: ['2026-03-02', '2026-03-04'] };
  const { series } = chartDrawing(spec, { kind: 'bar', x: 'day', y: ['fineFen', 'leftFen'] }, rows, search, today);
  expect(series.map(({ values }) => values)).toEqual([
    [null, 0, 15],
    [0.2, null, 0.4],
  ]);
});

test('amounts are drawn in yuan and said with their cents', () => {
  const [series] = chartDrawing(spec, { kind: 'bar', x: 'shelf', y: ['fineFen'] }, rows, {}, today).series;
  expect(series).toMatchObject({ name: '罚金(元)', kind: 'bar', values: [12.5, null, 2.5] });
  expect(series!.said!(12.5)).toBe('12.50');
});

test('a filter of a hundred names is drawn whole', () => {
  const many = Array.from({ length: 100 }, (_, i) => ({ id: i, shelf: `${i}`, fineFen: i }));
  expect(chartPoints(spec, { kind: 'bar', x: 'shelf', y: ['fineFen'] }, many, {}, today)).toHaveLength(100);
});

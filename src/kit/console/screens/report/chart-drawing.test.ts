import { expect, test } from 'vitest';
import { date, money, text } from '../../../define/field.ts';
import { anyPage, page } from '../../../define/page.ts';
import { chartDrawing, chartRows } from './chart-drawing.ts';

const spec = anyPage(
  page({
    path: '/admin/x',
    title: '汇总',
    fields: { day: date('日期'), shelf: text('书架'), fineFen: money('罚金') },
    list: { columns: ['day', 'shelf', 'fineFen'] },
  }),
);
const rows = [
  { id: 1, day: '2026-03-02', shelf: '乙', fineFen: 1250 },
  { id: 2, day: '2026-03-01', shelf: '甲', fineFen: null },
];

test('days run from old to new, names stay in the order of the table', () => {
  expect(chartRows(spec, { kind: 'line', x: 'day', y: [] }, rows).map((r) => r.id)).toEqual([2, 1]);
  expect(chartRows(spec, { kind: 'bar', x: 'shelf', y: [] }, rows).map((r) => r.id)).toEqual([1, 2]);
});

test('amounts are drawn in yuan and said with their cents', () => {
  const [series] = chartDrawing(spec, { kind: 'bar', x: 'day', y: ['fineFen'] }, rows).series;
  expect(series).toMatchObject({ name: '罚金(元)', kind: 'bar', values: [null, 12.5] });
  expect(series!.said!(12.5)).toBe('12.50');
});

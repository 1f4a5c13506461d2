/** What has changed on a kitchen's sheet since it was printed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Counted, changesBetween, figuresOf } from './changes.ts';

const none = { reported: 0, late: 0, byDefault: 0, counted: 0, ordered: 0, guests: 0 };
const sheet = (more: Partial<Counted> = {}): Counted => ({
  basis: 'ASKED',
  heads: { ...none, reported: 120 },
  departments: [{ departmentId: 7, name: '三年一班', ...none, reported: 40, cancelled: 1, away: 2, unreported: 3 }],
  dishes: [{ id: 5, name: '红烧肉', orderedQty: 4, qty: 124 }],
  careful: [],
  ...more,
});

test('only what is another figure is told, by its name, with what it was', () => {
  const before = figuresOf(sheet());
  expect(changesBetween(before, figuresOf(sheet()))).toEqual([]);
  const now = figuresOf(
    sheet({
      heads: { ...none, reported: 123, late: 3 },
      dishes: [
        { id: 5, name: '红烧肉', orderedQty: 4, qty: 127 },
        { id: 6, name: '豆腐', orderedQty: 1, qty: 1 },
      ],
    }),
  );
  expect(changesBetween(before, now).map(({ label, was, now }) => `${label} ${was}→${now}`)).toEqual([
    '报餐 120→123',
    '补报 0→3',
    '红烧肉 备餐份数 124→127',
    '豆腐 已订 0→1',
    '豆腐 备餐份数 0→1',
  ]);
});

test('a dish or department that is gone was something; portions by plan are not held against those asked for', () => {
  const before = figuresOf(sheet());
  const gone = changesBetween(before, figuresOf(sheet({ dishes: [], departments: [] })));
  expect(gone).toContainEqual({ key: 'dish:5:ordered', label: '红烧肉 已订', was: 4, now: 0 });
  expect(gone).toContainEqual({ key: 'department:7:reported', label: '三年一班 报餐', was: 40, now: 0 });
  const planned = sheet({ basis: 'PLAN', dishes: [{ id: 5, name: '红烧肉', orderedQty: 4, qty: 300 }] });
  expect(changesBetween(before, figuresOf(planned))).toEqual([]);
});

test('there and back is nothing: changes of two sheets are each other the other way round', () => {
  const figure = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.nat(9) });
  const figures = fc
    .uniqueArray(figure, { selector: (one) => one.key })
    .map((list) => list.map((one) => ({ ...one, label: one.key })));
  fc.assert(
    fc.property(figures, figures, (a, b) => {
      const there = changesBetween(a, b).map(({ key, was, now }) => `${key} ${was} ${now}`);
      const back = changesBetween(b, a).map(({ key, was, now }) => `${key} ${now} ${was}`);
      expect(back.sort()).toEqual(there.sort());
    }),
  );
});

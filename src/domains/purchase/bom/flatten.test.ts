/** Half-finished goods are taken apart exactly, day by day, and never into themselves. */
import { expect, test } from 'vitest';
import { flatten, type OwnRecipe } from './flatten.ts';

const made = (goodsId: number, fromDate: string, madeKg: number, parts: Record<number, number>): OwnRecipe => ({
  goodsId,
  fromDate,
  madeMilli: madeKg * 1_000_000,
  parts: Object.entries(parts).map(([id, kg]) => ({ goodsId: Number(id), qtyMilli: kg * 1_000_000 })),
});
const told = (all: readonly OwnRecipe[]) => {
  const flat = flatten(all);
  return Array.isArray(flat)
    ? flat.map((one) => `${one.goodsId} ${one.since}–${one.until}: ${one.num}/${one.den} of ${one.partId}`).sort()
    : flat;
};

test('what is made of what is made is bought as the parts of both, in exact fractions', () => {
  expect(told([made(1, '2026-11-01', 2, { 10: 3, 11: 1 }), made(2, '2026-11-01', 3, { 1: 1, 11: 1 })])).toEqual([
    '1 2026-11-01–infinity: 1/2 of 11',
    '1 2026-11-01–infinity: 3/2 of 10',
    '2 2026-11-01–infinity: 1/2 of 10',
    '2 2026-11-01–infinity: 1/2 of 11',
  ]);
});

test('a new recipe holds from its day on in all that is made of it, bought again it stands for itself', () => {
  expect(
    told([
      made(1, '2026-11-01', 1, { 10: 2 }),
      made(2, '2026-11-05', 1, { 1: 1 }),
      made(1, '2026-11-10', 1, { 10: 3 }),
      made(1, '2026-11-20', 1, {}),
    ]),
  ).toEqual([
    '1 2026-11-01–2026-11-10: 2/1 of 10',
    '1 2026-11-10–2026-11-20: 3/1 of 10',
    '2 2026-11-05–2026-11-10: 2/1 of 10',
    '2 2026-11-10–2026-11-20: 3/1 of 10',
    '2 2026-11-20–infinity: 1/1 of 1',
  ]);
});

test('a chain that goes round or deeper than three is named, whenever it would begin', () => {
  expect(told([made(1, '2026-11-01', 1, { 2: 1 }), made(2, '2026-12-01', 1, { 1: 1 })])).toEqual({
    why: 'ROUND',
    chain: [1, 2, 1],
  });
  const deep = [1, 2, 3, 4].map((id) => made(id, '2026-11-01', 1, { [id + 1]: 1 }));
  expect(told(deep)).toEqual({ why: 'DEEP', chain: [1, 2, 3, 4] });
  expect(Array.isArray(flatten(deep.slice(1)))).toBe(true);
});

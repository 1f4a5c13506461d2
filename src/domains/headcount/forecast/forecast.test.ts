/** Forecasts of reported meals: what they stand on, what they leave alone, and what is said of their errors. */
import { expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { seeded } from '../summaries/testing.ts';
import { errorsOf, fewestErrors, foretell, type Kept, median, type PastMeal } from './forecast.ts';
import { nearHoliday } from './near-holiday.ts';
import { foretellPlaces, type PlaceDay, placeErrors } from './places.ts';

const monday = '2026-09-07';
const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
/** Meals of `count` days from a Monday on; at weekends a tenth. */
const days = (count: number, of: (i: number) => Partial<PastMeal> = () => ({})): PastMeal[] =>
  Array.from({ length: count }, (_, i) => {
    const date = addDays(monday, i);
    const some = isWeekend(date) ? 10 : 100;
    return {
      date,
      kind: isWeekend(date) ? 'WEEKEND' : 'WORKDAY',
      near: null,
      reported: some,
      eaten: some * 0.9,
      walkIns: 5,
      ...of(i),
    };
  });
const coming = (i: number, more: object = {}) => ({
  date: addDays(monday, i),
  kind: isWeekend(addDays(monday, i)) ? 'WEEKEND' : 'WORKDAY',
  near: null,
  reported: 100,
  open: false,
  ...more,
});

test('what is reported times how many of such come, and the usual number without a report', () => {
  expect(foretell(days(28), coming(28), [])).toMatchObject({ portions: 95, naive: 95, told: 'HABIT' });
  expect(foretell(days(28), coming(28, { reported: 200 }), []).portions).toBe(185);
});

test('a day off tells nothing of a workday, nor a workday of it', () => {
  expect(foretell(days(28), coming(33, { reported: 10 }), []).portions).toBe(14);
  const noWeekends = days(28).filter((day) => day.kind === 'WORKDAY');
  expect(foretell(noWeekends, coming(33), [])).toMatchObject({ portions: null, naive: null, told: 'NONE' });
});

test('a weekday of its own counts by how much is behind it', () => {
  const fridays = days(28, (i) => (i % 7 === 4 ? { eaten: 50 } : {}));
  const friday = foretell(fridays, coming(32), []).portions!;
  const thursday = foretell(fridays, coming(31), []).portions!;
  expect(friday).toBeLessThan(60);
  expect(friday).toBeGreaterThan(54);
  expect(thursday).toBeGreaterThan(90);
});

test('while reports come in, at least what is usual is expected; once closed, what was reported', () => {
  expect(foretell(days(28), coming(28, { reported: 3, open: true }), []).portions).toBe(95);
  expect(foretell(days(28), coming(28, { reported: 3 }), []).portions).toBe(8);
  expect(foretell(days(28), coming(28, { reported: 150, open: true }), []).portions).toBe(140);
});

test('neither the order of the days nor anything from the day itself on changes it', () => {
  const random = seeded(7);
  for (let run = 0; run < 50; run++) {
    const past = days(40, () => ({ reported: Math.floor(random() * 200), eaten: Math.floor(random() * 100) }));
    const known = foretell(past.slice(0, 30), coming(30), []);
    const mixed = [...past].sort(() => random() - 0.5);
    expect(foretell(mixed, coming(30), [])).toEqual(known);
    expect(known.portions).toBeGreaterThanOrEqual(0);
  }
});

const kept = (portions: number, naive: number, actuals: readonly number[]): Kept[] =>
  actuals.map((actual) => ({ portions, naive, actual }));

test('errors are those of what was kept; the range is what they were before', () => {
  expect(errorsOf(kept(100, 110, [90, 110]), 'portions')).toEqual({ days: 2, wape: 1000, mape: 1010 });
  expect(errorsOf([], 'portions')).toEqual({ days: 0, wape: null, mape: null });
  const ten = kept(
    100,
    150,
    Array.from({ length: fewestErrors }, (_, i) => 90 + 2 * i),
  );
  expect(foretell(days(28), coming(28), ten)).toMatchObject({ told: 'HABIT', low: 87, high: 103 });
  expect(foretell(days(28), coming(28), ten.slice(1))).toMatchObject({ low: null, high: null });
});

test('where last week was nearer, it is told, and said', () => {
  const actuals = Array.from({ length: fewestErrors }, () => 100);
  expect(foretell(days(28), coming(28), kept(120, 100, actuals))).toMatchObject({
    told: 'NAIVE',
    portions: 95,
    naive: 95,
  });
  expect(foretell(days(28), coming(28), kept(120, 100, actuals.slice(1)))).toMatchObject({ told: 'HABIT' });
});

/** Eves of holidays on the Wednesdays of these weeks: three in five report, and fewer of those come. */
const withEves = (count: number, ...weeks: readonly number[]) =>
  days(count, (i) =>
    i % 7 === 2 && weeks.includes((i - 2) / 7) ? { near: 'EVE', reported: 60, eaten: 50, walkIns: 2 } : {},
  );

test('the day before a holiday is what such days were of what would have been foretold of them, and says so', () => {
  const past = withEves(140, 4, 10, 15);
  const eve = coming(142, { near: 'EVE' });
  // 52 of the 95 that habit expects; of those who have reported by then nine in ten and five more would be expected.
  expect(foretell(past, { ...eve, reported: 0, open: true }, [])).toMatchObject({
    portions: 52,
    naive: 95,
    told: 'HABIT',
    note: '临近假期（节前一天）×0.55，依据 3 天',
  });
  expect(foretell(past, { ...eve, reported: 80 }, [])).toMatchObject({
    portions: 68,
    note: expect.stringContaining('×0.88'),
  });
  expect(foretell(past, { ...eve, near: null }, [])).toMatchObject({ portions: 95, note: '' });
});

test('one such day makes no factor: it is told as any day, with the holiday named', () => {
  expect(foretell(withEves(140, 15), coming(142, { near: 'EVE' }), [])).toMatchObject({
    portions: 95,
    note: '临近假期（节前一天），这样的日子还太少，照平日推算',
  });
  // Days of another sort do not stand in for it.
  expect(foretell(withEves(140, 10, 15), coming(142, { near: 'AFTER' }), []).portions).toBe(95);
});

test('days beside holidays tell nothing of other days, nor does last week of them', () => {
  const past = withEves(147, 17, 18, 19);
  expect(foretell(past, coming(149), []).portions).toBe(95);
  const naiveBetter = kept(
    120,
    100,
    Array.from({ length: fewestErrors }, () => 100),
  );
  expect(foretell(past, coming(147), naiveBetter).told).toBe('NAIVE');
  expect(foretell(past, coming(149, { near: 'EVE' }), naiveBetter)).toMatchObject({ told: 'HABIT', naive: 95 });
  expect(foretell(past, coming(147, { near: 'AFTER' }), naiveBetter)).toMatchObject({
    told: 'NAIVE',
    note: '临近假期（节后第一天），这样的日子还太少，照平日推算',
  });
});

test('what a day is to a holiday follows the calendar of the unit, weekends between them included', () => {
  const off = ['2026-09-25', '2026-09-26', '2026-09-27', '2026-10-01', '2026-10-05'];
  const calendar = new Map<string, 'HOLIDAY' | 'WORKDAY'>(off.map((day) => [day, 'HOLIDAY']));
  calendar.set('2026-09-20', 'WORKDAY');
  const of = (...dates: string[]) => dates.map((date) => nearHoliday(date, calendar));
  expect(of('2026-09-24', '2026-09-28', '2026-09-20', '2026-09-23', '2026-09-25')).toEqual([
    'EVE',
    'AFTER',
    'SWAP',
    null,
    null,
  ]);
  // Friday the 2nd lies between two holidays; the weekend leads to the second.
  expect(of('2026-09-30', '2026-10-02', '2026-10-06')).toEqual(['EVE', 'EVE', 'AFTER']);
});

test('the middle of an even number of values is one of them', () => {
  expect([median([]), median([3]), median([4, 1]), median([9, 1, 5])]).toEqual([0, 3, 1, 5]);
});

const at = (i: number) => ({ date: coming(i).date, kind: coming(i).kind, near: false });
const served = (restaurantId: number, of: (i: number) => number, count = 28): PlaceDay[] =>
  days(count).map(({ date, kind }, i) => ({ date, kind, restaurantId, heads: of(i) }));

test('each restaurant has its part of the whole by who ate where on such days, and the parts are the whole', () => {
  const both = [...served(1, (i) => (isWeekend(addDays(monday, i)) ? 0 : 60)), ...served(2, () => 30)];
  const parts = foretellPlaces(100, both, at(28), []);
  expect(parts).toMatchObject([
    { restaurantId: 1, portions: 67, naive: 60, told: 'SHARE' },
    { restaurantId: 2, portions: 33, naive: 30, told: 'SHARE' },
  ]);
  // On days off the first one rests.
  expect(foretellPlaces(100, both, at(33), [])).toMatchObject([{ restaurantId: 2, portions: 100 }]);
  expect([foretellPlaces(null, both, at(28), []), foretellPlaces(100, [], at(28), [])]).toEqual([[], []]);
  const random = seeded(11);
  for (let run = 0; run < 50; run++) {
    const places = [1, 2, 3].flatMap((id) => served(id, () => Math.floor(random() * 90) + 1, 40));
    const told = foretellPlaces(Math.floor(random() * 500), places.slice(), at(28), []);
    const mixed = [...places].sort(() => random() - 0.5).filter((day) => day.date < coming(28).date);
    const total = told.reduce((sum, one) => sum + one.portions, 0);
    expect(foretellPlaces(total, mixed, at(28), [])).toEqual(told);
  }
});

test('where last week was nearer for a restaurant, that is told of it alone', () => {
  const both = [...served(1, () => 60), ...served(2, () => 40)];
  const of = (restaurantId: number, portions: number, naive: number) =>
    kept(
      portions,
      naive,
      Array.from({ length: fewestErrors }, () => 60),
    ).map((one) => ({ ...one, restaurantId }));
  const errors = [...of(1, 80, 60), ...of(2, 60, 70)];
  const day = at(28);
  expect(foretellPlaces(100, both, day, errors).map((one) => one.told)).toEqual(['NAIVE', 'SHARE']);
  const beside = foretellPlaces(100, both, { ...day, near: true }, errors);
  expect(beside.map((one) => one.told)).toEqual(['SHARE', 'SHARE']);
  expect(placeErrors(errors, 1)).toMatchObject({ own: { wape: 3333 }, naive: { wape: 0 } });
});

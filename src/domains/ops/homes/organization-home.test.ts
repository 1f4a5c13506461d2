/** The unit's home tells of the meals to come what is reported and ordered for them, and how long there is to say so. */
import { afterAll, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { consumptionBench } from '../../consumption/testing.ts';
import type { PanelReader } from '../../display/public.server.ts';
import { closeAndJudge } from '../../headcount/public.server.ts';
import { headcountBench } from '../../headcount/testing.ts';
import { orderingBench } from '../../ordering/testing.ts';
import type { ContractorHome } from './contractor-figures.ts';
import type { ComingMeal, OrganizationHome } from './home-figures.ts';
import { lunchPanel } from './lunch-board.ts';
import type { PlatformHome } from './platform-figures.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(open.map((app) => app.stop())));

const homeOf = async (b: Pick<Awaited<ReturnType<typeof headcountBench>>, 'school' | 'app'>) =>
  (await b.school<OrganizationHome>('home', 'figures')).data;
const lunchOf = (coming: readonly ComingMeal[], mealId: number, day: string) =>
  coming.find((meal) => meal.mealPeriodId === mealId && meal.diningDate === day);

test('what is reported for tomorrow, until the evening before; what was taken back counts no more', async () => {
  const b = await headcountBench();
  open.push(b.app);
  const [one, two] = b.diners;
  const tomorrow = b.day(1);
  await b.report([one!.id], tomorrow);
  await b.report([two!.id], tomorrow, { portions: 2 });
  const before = lunchOf((await homeOf(b)).coming, b.lunchId, tomorrow);
  const evening = Date.parse(`${b.today}T18:00:00+08:00`);
  expect(before).toMatchObject({
    mealName: '午餐',
    reported: {
      portions: 3,
      byDefault: 0,
      counted: 0,
      leftMinutes: Math.floor((evening - b.app.clock.now()) / 60_000),
    },
    ordered: null,
  });
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, tomorrow, two!.id],
  );
  await b.school('manual_report_meal', 'cancel', { id: rows[0]!.id, lateReason: '' });
  b.app.clock.set(evening);
  const after = lunchOf((await homeOf(b)).coming, b.lunchId, tomorrow);
  expect(after?.reported).toEqual({ portions: 1, byDefault: 0, counted: 0, leftMinutes: 0 });
}, 240_000);

test('who eats unless they say otherwise is told beside what was said', async () => {
  const b = await headcountBench({ mode: 'OPT_OUT' });
  open.push(b.app);
  const tomorrow = b.day(1);
  const lunch = async () => lunchOf((await homeOf(b)).coming, b.lunchId, tomorrow)?.reported;
  // Those of the demo who said something of that lunch, or are away, are others.
  const { rows } = await b.app.services.pool.query<{ n: number }>(
    `select count(*)::int as n from person p where p.organization_id = $1 and p.status = 'NORMAL'
       and not exists (select from meal_absence a where a.organization_id = p.organization_id and a.person_id = p.id
         and a.status = 'NORMAL' and $2 between a.from_date and a.to_date)
       and not exists (select from meal_report r where r.organization_id = p.organization_id and r.person_id = p.id
         and r.dining_date = $2 and r.meal_period_id = $3)`,
    [b.organizationId, tomorrow, b.lunchId],
  );
  const all = rows[0]!.n;
  expect(await lunch()).toMatchObject({ portions: 0, byDefault: all });
  await b.report([b.diners[0]!.id], tomorrow, { portions: 2 });
  expect(await lunch()).toMatchObject({ portions: 2, byDefault: all - 1 });
  // Past the cut-off they are still cooked for, though they are written down some minutes later.
  b.app.clock.set(Date.parse(`${b.today}T18:00:30+08:00`));
  expect(await lunch()).toMatchObject({ portions: 2, byDefault: all - 1, leftMinutes: 0 });
  await closeAndJudge(b.app.services, b.organizationId);
  expect(await lunch()).toMatchObject({ portions: all + 1, byDefault: 0 });
}, 600_000);

test('what is ordered for today stands until the meal has ended', async () => {
  const b = await orderingBench();
  open.push(b.app);
  const [diner] = b.diners;
  await b.placed(diner!.id);
  b.atNoon();
  const at = async () => lunchOf((await homeOf(b)).coming, b.lunchId, b.day);
  expect((await at())?.ordered).toEqual({ portions: 1, leftMinutes: 0 });
  b.afterLunch(1);
  expect(await at()).toBeUndefined();
}, 240_000);

test('a meal of another day that is taken back today makes no diner of today fewer', async () => {
  const b = await headcountBench();
  open.push(b.app);
  const [diner] = b.diners;
  await b.pay(diner!.id, 5_000);
  const { postingId } = await b.eat(diner!, 900);
  b.app.clock.set(Date.parse(`${b.day(1)}T05:30:00+08:00`));
  const back = await b.school('consume', 'reverse', { id: postingId, amountFen: null, reason: '多扣退回' });
  expect(back).toMatchObject({ errorcode: 0 });
  const home = await homeOf(b);
  expect(home).toMatchObject({ date: b.day(1), heads: 0 });
  expect(home.meals.find((meal) => meal.id === b.lunchId)).toMatchObject({ heads: 0, netFen: -900 });
  expect(home.days.at(-1)).toMatchObject({ date: b.day(1), heads: 0, consumeFen: -900 });
  // Nor on the homes above it.
  const above = async <T>(account: 'platform' | 'contractor') => {
    const { body } = await b.app.post(`/admin/${account}/${account}_home`, 'figures', {}, await b.app.login(account));
    expect([account, body.errorcode]).toEqual([account, 0]);
    return body.data as T;
  };
  const platform = () => above<PlatformHome>('platform');
  const contractor = () => above<ContractorHome>('contractor');
  const here = { id: b.organizationId, heads: 0 };
  expect(await platform()).toMatchObject({ consumeFen: -900, heads: 0, busiest: [here] });
  expect(await contractor()).toMatchObject({
    consumeFen: -900,
    heads: 0,
    served: expect.arrayContaining([expect.objectContaining(here)]),
  });
  // At lunch nobody came yet, and a week later nobody had come by this hour.
  b.app.clock.set(Date.parse(`${b.day(1)}T12:00:00+08:00`));
  expect((await homeOf(b)).serving).toMatchObject({ mealPeriodId: b.lunchId, heads: 0 });
  b.app.clock.set(Date.parse(`${b.day(8)}T12:00:00+08:00`));
  const later = await homeOf(b);
  expect(later).toMatchObject({ headsLastWeek: 0, serving: { lastWeekHeads: 0 } });
  expect(later.meals.find((meal) => meal.id === b.lunchId)).toMatchObject({ lastWeekHeads: 0 });
  expect(await platform()).toMatchObject({ headsLastWeek: 0 });
  expect(await contractor()).toMatchObject({ headsLastWeek: 0 });
}, 240_000);

test('a day that runs is compared with the same hours of a week ago', async () => {
  const { app, eat, diners, pay, school, today, lunchId } = await consumptionBench();
  open.push(app);
  const mealNow = (home: OrganizationHome) => home.meals.find((meal) => meal.id === lunchId)!.heads;
  const [one, two, three] = diners as [(typeof diners)[0], (typeof diners)[0], (typeof diners)[0]];
  for (const { id } of [one, two, three]) await pay(id, 10_000);
  const noon = app.clock.now();
  const figures = async () => (await school<OrganizationHome>('home', 'figures')).data;
  const start = await figures();
  await eat(one, 700);
  app.clock.set(noon + 30 * 60_000);
  await eat(three, 100);
  app.clock.set(noon + 5 * 3_600_000);
  await eat(two, 900);
  const weekMs = 7 * 86_400_000;
  app.clock.set(noon + weekMs + 60_000);
  const atNoon = await figures();
  app.clock.set(noon + weekMs + 6 * 3_600_000);
  const atEvening = await figures();
  expect(atNoon.date).not.toBe(today);
  expect(atNoon.consumeLastWeekFen - start.consumeFen).toBe(700);
  expect(atEvening.consumeLastWeekFen - start.consumeFen).toBe(1700);
  // So is each of its meals, and the chart says of its last day that it still runs.
  const lunch = (home: OrganizationHome) => home.meals.find((meal) => meal.id === lunchId)!.lastWeekHeads;
  expect([lunch(atNoon) - mealNow(start), lunch(atEvening) - mealNow(start)]).toEqual([1, 2]);
  expect(atNoon.days.map((day) => day.running === true)).toEqual([...Array(13).fill(false), true]);
  expect(atNoon.rechargeLastWeekFen).toBe(start.rechargeFen);
}, 240_000);

test('while a meal is served the home tells who came, the pace a week ago, what was refused and each window', async () => {
  const b = await consumptionBench();
  open.push(b.app);
  const [one, two] = b.diners as [(typeof b.diners)[0], (typeof b.diners)[0]];
  const serving = async () => (await b.school<OrganizationHome>('home', 'figures')).data.serving;
  const noon = b.app.clock.now();
  const before = (await serving())!;
  expect(before).toMatchObject({ mealPeriodId: b.lunchId, lately: 0 });
  await b.pay(one.id, 10_000);
  await b.drain(two.id);
  const firstEaten = b.app.clock.now();
  await b.eat(one, 700);
  expect(isRefusal(await b.swipe(two, { amountFen: 700 }))).toBe(true);
  await expect
    .poll(async () => (await serving())!.refusals.reduce((sum, { count }) => sum + count, 0))
    .toBe(before.refusals.reduce((sum, { count }) => sum + count, 0) + 1);
  const after = (await serving())!;
  expect(after).toMatchObject({ heads: before.heads + 1, lately: 1 });
  // One swipe tells no pace; two tell it, from one to the other.
  expect(after.windows[0]).toMatchObject({ lately: 1, secondsEach: null });
  // From the first, however long the machine took since.
  b.app.clock.set(firstEaten + 24_000);
  await b.eat(one, 700);
  expect((await serving())!.windows[0]).toMatchObject({ lately: 2, secondsEach: 24 });
  // The board on the wall says the same, reasons included.
  const board = await lunchPanel(b.app.services, { organizationId: b.organizationId } as Parameters<PanelReader>[1]);
  expect(board).toMatchObject({ note: expect.stringMatching(/^没有刷成：.*余额不足 \d/) });
  // A week on, this minute is compared with that one, and not with what came after it.
  b.app.clock.set(noon + 7 * 86_400_000 + 60_000);
  expect(await serving()).toMatchObject({ heads: 0, lastWeekHeads: after.heads, lately: 0 });
  b.app.clock.set(Date.parse(`${b.today}T15:30:00+08:00`));
  expect(await serving()).toBeNull();
}, 240_000);

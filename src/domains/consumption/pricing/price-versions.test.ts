/** Prices that hold from a day: planned, read at their first instant, moved in late or by several nodes, taken back, foreseen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Foreseen } from '../../../kit/define/versions.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { applyAllDue } from '../../../kit/server/versions/due.ts';
import { area, type Called, type ConsumptionBench, consumptionBench, type Diner } from '../testing.ts';
import { foreseePrices, type MealsTaken } from './foresee-price.ts';
import type { FixedRule } from './price.ts';

let b: ConsumptionBench;
let token: string | undefined;
let next = 0;
/** The lunch rule of the diners' type. */
let rule: { id: number; fen: number };
let people: Diner[];

const go = (day: string, at: string) => {
  token = undefined;
  b.app.clock.set(Date.parse(`${day}T${at}:00+08:00`));
};
const call = async <T = Record<string, unknown>>(page: string, verb: string, body: object = {}): Promise<Called<T>> => {
  token ??= await b.app.login('school');
  const answer = (await b.app.post(`${area}/${page}`, verb, body, token)).body;
  if (typeof answer.token === 'string') token = answer.token;
  return answer as unknown as Called<T>;
};
const one = async <T>(text: string, values: unknown[]): Promise<T> =>
  (await b.app.services.pool.query(text, values)).rows[0] as T;
const stored = () =>
  one<{ fen: number; version: number; times: number | null }>(
    'select first_price_fen as fen, version, max_times as times from fixed_value_rule where organization_id = $1 and id = $2',
    [b.organizationId, rule.id],
  );
const save = async (values: object, effectiveFrom?: string) =>
  call('fixed_value', 'update', { id: rule.id, ...values, ...(effectiveFrom ? { effectiveFrom } : {}) });
const fresh = async () => {
  const who = people[next++]!;
  await b.drain(who.id);
  await b.pay(who.id, 20_000);
  return who;
};
/** What a meal costs that is swiped at the window at an instant, known now. */
const price = async (day: string, at: string) => {
  const who = await fresh();
  const [outcome] = await b.upload([
    { cardNo: who.cardNo, mode: 'FIXED', occurredAt: Date.parse(`${day}T${at}:00+08:00`) },
  ]);
  if (!outcome || isRefusal(outcome) || !('posted' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.posted.amountFen;
};
const versions = async () =>
  (await call<{ rows: Record<string, unknown>[] }>('fixed_value/versions', 'query', { search: { rowId: rule.id } }))
    .data.rows;

beforeAll(async () => {
  b = await consumptionBench();
  const type = b.diners[0]!.typeId;
  people = b.diners.filter((diner) => diner.typeId === type);
  rule = await one(
    `select id, first_price_fen as fen from fixed_value_rule
     where organization_id = $1 and meal_period_id = $2 and type_id = $3 and status = 'NORMAL' limit 1`,
    [b.organizationId, b.lunchId, type],
  );
}, 180_000);
afterAll(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
  await b.app.stop();
});

describe('a price from a day on', () => {
  test('takes today as at once, and refuses the past, nonsense, and a day for nothing', async () => {
    const tomorrow = addDays(b.today, 1);
    for (const wrong of [addDays(b.today, -1), '2020-01-01', 'soon', 20_261_201, addDays(b.today, 4_000)])
      expect(await save({ firstPriceFen: 999 }, wrong as string)).toMatchObject({
        errorcode: 1101,
        fields: { effectiveFrom: expect.any(String) },
      });
    expect(await save({ firstPriceFen: rule.fen }, tomorrow)).toMatchObject({
      fields: { effectiveFrom: expect.stringMatching(/没有改动/) },
    });
    expect(await save({ firstPriceFen: -1 }, tomorrow)).toMatchObject({
      fields: { firstPriceFen: expect.any(String) },
    });
    expect(await save({ firstPriceFen: rule.fen + 100 }, b.today)).toMatchObject({ errorcode: 0 });
    expect(await stored()).toMatchObject({ fen: rule.fen + 100 });
    rule.fen += 100;
    expect((await versions()).slice(0, 1)).toMatchObject([
      { state: 'IN_FORCE', words: expect.stringMatching(/^第一次 .* → /), madeName: expect.any(String) },
    ]);
  });

  test('waits for its day, is told in the record and the list of versions, and can be taken back', async () => {
    const tomorrow = addDays(b.today, 1);
    expect(await save({ firstPriceFen: rule.fen + 50 }, tomorrow)).toMatchObject({ errorcode: 0 });
    expect(await save({ firstPriceFen: rule.fen + 70 }, tomorrow)).toMatchObject({
      fields: { effectiveFrom: expect.stringMatching(/待生效/) },
    });
    expect(await stored()).toMatchObject({ fen: rule.fen });
    const record = (await call('fixed_value', 'get', { id: rule.id })).data;
    expect(record.plans).toEqual([
      { from: `${tomorrow}T04:00:00.000+08:00`, words: expect.stringContaining('第一次') },
    ]);
    const [plan] = await versions();
    expect(plan).toMatchObject({ state: 'PLANNED', validFrom: `${tomorrow}T04:00:00.000+08:00` });
    const looker = await b.app.login('company');
    const foreign = await b.app.post(`${area}/fixed_value/versions`, 'withdraw_version', { id: plan!.id }, looker);
    expect(foreign.body.errorcode).toBe(1004);
    expect(await call('fixed_value/versions', 'withdraw_version', { id: plan!.id })).toMatchObject({ errorcode: 0 });
    expect((await versions())[0]).toMatchObject({ state: 'WITHDRAWN' });
    expect((await call('fixed_value', 'get', { id: rule.id })).data.plans).toEqual([]);
    // The list began with the record, in words, not in numbers of records.
    expect((await versions()).at(-1)).toMatchObject({
      words: expect.stringMatching(/^餐次 午餐；人员类别 \D+；适用日期 每天；/),
    });
  });

  test('holds from its first instant, moved in or not, and what was eaten before costs what it did', async () => {
    const [day, first] = [b.today, addDays(b.today, 1)];
    const before = rule.fen;
    expect(await save({ firstPriceFen: before + 200 }, first)).toMatchObject({ errorcode: 0 });
    go(day, '12:40');
    expect(await price(day, '12:10')).toBe(before);
    // The server was down at four; a swipe comes before the change is in the row.
    go(first, '12:00');
    expect(await price(first, '11:31')).toBe(before + 200);
    expect(await price(day, '12:12')).toBe(before);
    await applyAllDue(b.app.services);
    expect(await stored()).toMatchObject({ fen: before + 200 });
    expect(await price(first, '11:33')).toBe(before + 200);
    expect(await price(day, '12:14')).toBe(before);
    expect((await versions())[0]).toMatchObject({ state: 'IN_FORCE' });
    const due = (await versions())[0]!;
    expect(await call('fixed_value/versions', 'withdraw_version', { id: due.id })).not.toMatchObject({ errorcode: 0 });
    rule.fen = before + 200;
    b.today = first;
  });

  test('several changes fall due in their order, once, whichever node is first', async () => {
    const [one, two, three] = [1, 2, 3].map((n) => addDays(b.today, n)) as [string, string, string];
    const before = rule.fen;
    expect(await save({ maxTimes: 7 }, two)).toMatchObject({ errorcode: 0 });
    expect(await save({ firstPriceFen: before + 10 }, one)).toMatchObject({ errorcode: 0 });
    expect(await save({ firstPriceFen: before + 30 }, three)).toMatchObject({ errorcode: 0 });
    const { version } = await stored();
    go(three, '12:00');
    expect(await price(three, '11:31')).toBe(before + 30);
    await Promise.all([applyAllDue(b.app.services), applyAllDue(b.app.services), applyAllDue(b.app.services)]);
    expect(await stored()).toEqual({ fen: before + 30, times: 7, version: version + 3 });
    expect(await price(two, '11:31')).toBe(before + 10);
    expect(await price(one, '11:31')).toBe(before + 10);
    rule.fen = before + 30;
    b.today = three;
  });

  test('a change by hand comes after what was due, and is not overrun by it', async () => {
    const first = addDays(b.today, 1);
    const before = rule.fen;
    expect(await save({ firstPriceFen: before + 500 }, first)).toMatchObject({ errorcode: 0 });
    go(first, '05:00');
    // Who fills the form in has not seen the row as it is by now.
    expect(await save({ firstPriceFen: before + 5 })).toMatchObject({ errorcode: 1200 });
    expect(await stored()).toMatchObject({ fen: before });
    await applyAllDue(b.app.services);
    expect(await save({ firstPriceFen: before + 5 })).toMatchObject({ errorcode: 0 });
    go(first, '12:00');
    await applyAllDue(b.app.services);
    expect(await stored()).toMatchObject({ fen: before + 5 });
    expect(await price(first, '11:31')).toBe(before + 5);
    rule.fen = before + 5;
    b.today = first;
  });

  test('a new one sleeps until its day; one that is removed takes its plans along', async () => {
    const first = addDays(b.today, 1);
    go(b.today, '12:50');
    const { firstPriceFen: _, ...like } = (await call('fixed_value', 'get', { id: rule.id })).data;
    const made = await call<{ id: number }>('fixed_value', 'create', {
      mealPeriodId: like.mealPeriodId,
      typeId: like.typeId,
      firstPriceFen: 2_321,
      dateType: 'ALL',
      priority: 999,
      effectiveFrom: first,
    });
    expect(made.errormsg).toBe('');
    expect(await price(b.today, '12:41')).toBe(rule.fen);
    go(first, '12:00');
    expect(await price(first, '11:41')).toBe(2_321);
    await applyAllDue(b.app.services);
    expect(await price(first, '11:42')).toBe(2_321);
    const later = addDays(first, 1);
    expect(
      await call('fixed_value', 'update', { id: made.data.id, firstPriceFen: 1, effectiveFrom: later }),
    ).toMatchObject({ errorcode: 0 });
    expect(await call('fixed_value', 'remove', { id: made.data.id })).toMatchObject({ errorcode: 0 });
    const { rows } = await b.app.services.pool.query('select state from row_version where row_id = $1', [made.data.id]);
    expect(rows.map((row: { state: string }) => row.state).sort()).toEqual(['IN_FORCE', 'WITHDRAWN']);
    b.today = first;
  });

  test('says what last month would have been, and writes nothing', async () => {
    const { rows } = await b.app.services.pool.query<{ month: string; count: number; fen: number }>(
      `select to_char(business_date, 'YYYY-MM') as month, count(*)::int as count, sum(amount_fen)::int as fen from trade
       where organization_id = $1 and kind = 'CONSUME' and mode = 'FIXED' and meal_period_id = $2 and person_type_id = $3 and nth = 1
         and to_char(business_date, 'YYYY-MM') = to_char($4::date, 'YYYY-MM')
       group by 1`,
      [b.organizationId, b.lunchId, people[0]!.typeId, addDays(b.today, -6)],
    );
    const eaten = rows[0]!;
    const after = `${addDays(`${eaten.month}-28`, 5).slice(0, 7)}-03`;
    go(after, '12:00');
    const answer = await call<Foreseen>('fixed_value', 'foresee', {
      id: rule.id,
      firstPriceFen: 10_000,
      secondPriceFen: null,
    });
    expect(answer.errormsg).toBe('');
    const { period, totals, parts } = answer.data;
    expect(period).toBe(eaten.month);
    const [meals, fen] = totals;
    expect(meals!.was).toBeGreaterThanOrEqual(eaten.count);
    expect(fen!.would).toBe(meals!.was * 10_000);
    expect(parts.reduce((sum, part) => sum + part.wasFen, 0)).toBe(fen!.was);
    expect(parts[0]!.open).toContain(`businessDate=${eaten.month}-01,`);
    expect(await stored()).toMatchObject({ fen: rule.fen });
    expect(dateAt(b.app.clock.now())).toBe(after);
    const none = await call<Foreseen>('fixed_value', 'foresee', { id: rule.id, firstPriceFen: 'x' });
    expect(none).toMatchObject({ errorcode: 1101 });
  });
});

describe('prices foreseen', () => {
  const base: FixedRule = {
    id: 1,
    mealPeriodId: 5,
    typeId: null,
    deploySiteId: null,
    restaurantId: null,
    firstPriceFen: 1_000,
    secondPriceFen: 1_500,
    laterPriceFen: null,
    maxTimes: null,
    dateType: 'ALL',
    startDate: null,
    endDate: null,
    priority: 0,
  };
  const meals = (more: Partial<MealsTaken>): MealsTaken => ({
    date: '2026-10-12',
    mealId: 5,
    mealName: '午餐',
    typeId: 3,
    typeName: '教职工',
    restaurantId: 1,
    deploySiteId: 1,
    nth: 1,
    count: 10,
    fen: 10_000,
    ...more,
  });
  const kind = () => 'WORKDAY' as const;
  const would = (rules: FixedRule[], changed: FixedRule, taken: MealsTaken[]) => {
    const { touched, unpriced } = foreseePrices(taken, kind, rules, changed);
    return [touched.map((one) => one.wouldFen), unpriced];
  };

  test('price each time by its turn', () => {
    const taken = [meals({}), meals({ nth: 2, count: 2, fen: 3_000 }), meals({ nth: 3, count: 1, fen: 1_500 })];
    expect(would([base], { ...base, firstPriceFen: 1_200, secondPriceFen: null }, taken)).toEqual([
      [12_000, 2_400, 1_200],
      0,
    ]);
  });
  test('leave meals of other rules alone, and take those that come to the changed one', () => {
    const closer = { ...base, id: 2, typeId: 3, firstPriceFen: 800 };
    expect(would([base, closer], { ...base, firstPriceFen: 5_000 }, [meals({})])).toEqual([[], 0]);
    expect(would([base], { ...closer, firstPriceFen: 700 }, [meals({}), meals({ typeId: 4 })])).toEqual([[7_000], 0]);
  });
  test('count meals that nothing prices any more', () => {
    expect(would([base], { ...base, mealPeriodId: 0 }, [meals({})])).toEqual([[0], 10]);
  });
});

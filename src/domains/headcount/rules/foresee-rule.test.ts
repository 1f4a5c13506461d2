/** A rule is tried on last month's meals before it is saved: what it says comes true on the same facts of the next month. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Foreseen } from '../../../kit/define/versions.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';
import { instantOf } from './setting.ts';

let b: HeadcountBench;
let ends: string;
/** First days of two months to come. */
let first: string;
let next: string;

beforeAll(async () => {
  b = await headcountBench();
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  first = `${addDays(`${b.today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
  next = `${addDays(first, 31).slice(0, 7)}-01`;
  for (const diner of b.diners.slice(0, 5)) await b.pay(diner.id, 90_000);
}, 600_000);
afterAll(() => b?.app.stop());

const at = (day: string, hm: string) => b.app.clock.set(Date.parse(`${day}T${hm}:00+08:00`));

/** Which of five people come on four days of the month, the third with two portions. */
const came = [
  [0, 0, 0, 1],
  [1, 0, 1, 1],
  [0, 1, 0, 1],
  [1, 1, 1, 1],
  [0, 0, 0, 0],
];
const people = () => b.diners.slice(0, 5);

/** The same four days in the month that begins then. */
async function live(month: string) {
  at(month, '09:00');
  const days = [3, 4, 5, 6].map((n) => addDays(month, n));
  for (const day of days) {
    const answers = [
      await b.report(
        [0, 1, 3, 4].map((i) => people()[i]!.id),
        day,
      ),
      await b.report([people()[2]!.id], day, { portions: 2 }),
    ];
    for (const { errormsg } of answers) expect(errormsg).toBe('');
  }
  for (const [n, day] of days.entries()) {
    at(day, '12:00');
    await turnMealClock(b.app.services);
    // Of the first day one who reported and one who did not by the fixed price.
    const fixed = (i: number) => n === 0 && i === 3;
    for (const [i, diner] of people().entries())
      if (came[i]![n]) await (fixed(i) ? b.eat(diner, 0, { mode: 'FIXED' }) : b.eat(diner, 500));
    if (n === 0) await b.eat(b.diners[6]!, 0, { mode: 'FIXED' });
    b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
    await b.app.services.pool.query(
      'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
      [b.app.clock.now()],
    );
    await turnMealClock(b.app.services);
  }
}

const charged = async (month: string) => {
  const { rows } = await b.app.services.pool.query<{ people: number; fen: number }>(
    `select count(distinct person_id) filter (where charge_fen > 0)::int as people, sum(charge_fen)::bigint as fen
     from meal_report where organization_id = $1 and dining_date between $2 and $3`,
    [b.organizationId, month, addDays(month, 27)],
  );
  return rows[0]!;
};
const draft = {
  priceFen: 900,
  freePerMonth: 1,
  steps: [
    { from: 2, percent: 50 },
    { from: 3, percent: 100 },
  ],
  monthCapFen: 1500,
};
const foresee = (values: Record<string, unknown>, id: number | undefined = b.ruleId) =>
  b.school<Foreseen>('report_meal_mode', 'foresee', { ...lunchRule(b), ...(id ? { id } : {}), ...values });
const figure = ({ totals }: Foreseen, label: string) => totals.find((one) => one.label === label)!;

test('what is foreseen of last month is what the next month does on the same facts', async () => {
  await live(first);
  const was = await charged(first);
  expect(was.fen).toBeGreaterThan(0);
  at(next, '08:00');
  const before = await b.app.services.pool.query('select count(*) from meal_report_event');
  const { data, errormsg } = await foresee(draft);
  expect(errormsg).toBe('');
  expect(data.period).toBe(first.slice(0, 7));
  expect(figure(data, '扣费合计').was).toBe(was.fen);
  expect(figure(data, '扣费的人').was).toBe(was.people);
  const sum = (key: 'wasFen' | 'wouldFen') => data.parts.reduce((total, part) => total + part[key], 0);
  expect([sum('wasFen'), sum('wouldFen')]).toEqual([was.fen, figure(data, '扣费合计').would]);
  expect(data.most!.parts.length).toBeGreaterThan(0);
  for (const part of [...data.parts, ...data.most!.parts]) {
    const asked = new URLSearchParams(part.open!.split('?')[1]);
    const search = Object.fromEntries(
      [...asked].map(([key, value]) => [
        key,
        key === 'diningDate' ? value.split(',') : key.endsWith('Id') ? [Number(value)] : [value],
      ]),
    );
    if (search.ownDepartmentId) search.ownDepartmentId = search.ownDepartmentId[0] as never;
    const lines = await b.school<{ total: number; sums: { chargeFen: number } }>('report_meal_detail', 'query', {
      search,
    });
    expect([part.name, lines.data.total, lines.data.sums.chargeFen]).toEqual([part.name, part.count, part.wasFen]);
  }
  // Nothing is written.
  expect((await b.app.services.pool.query('select count(*) from meal_report_event')).rows).toEqual(before.rows);

  expect((await b.school('report_meal_mode', 'update', { ...lunchRule(b), id: b.ruleId, ...draft })).errormsg).toBe('');
  await live(next);
  const now = await charged(next);
  expect(now).toEqual({ people: figure(data, '扣费的人').would, fen: figure(data, '扣费合计').would });
  // The meals before keep theirs, however often they are settled.
  expect(await charged(first)).toEqual(was);
  // And each says by which version of the rule it was judged, and since when that holds.
  const { rows } = await b.app.services.pool.query<{ month: string; version: string }>(
    `select distinct left(dining_date::text, 7) as month, substring(fate_reason from '第 \\d+ 版（.+ 起）') as version
     from meal_report where organization_id = $1 and dining_date >= $2 and charge_fen > 0 order by 1`,
    [b.organizationId, first],
  );
  expect(rows).toEqual([
    { month: first.slice(0, 7), version: `第 1 版（${b.today} 起）` },
    { month: next.slice(0, 7), version: `第 2 版（${next} 起）` },
  ]);
});

test('what walk-ins would pay, or that they would be turned away, is foreseen; prices that stay are not spoken of', async () => {
  const { rows } = await b.app.services.pool.query<{ reported: number; silent: number; fen: number }>(
    `select count(*) filter (where r.id is not null)::int as reported, count(*) filter (where r.id is null)::int as silent,
       sum(t.amount_fen)::bigint as fen
     from trade t left join meal_report r on r.organization_id = t.organization_id and r.dining_date = t.occurred_date
       and r.meal_period_id = t.meal_period_id and r.person_id = t.person_id and r.status = 'REPORTED'
       and r.restaurant_id = t.restaurant_id
     left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
     where t.organization_id = $1 and left(t.business_date::text, 7) = $2 and t.kind = 'CONSUME' and t.mode = 'FIXED'
       and t.person_id <> 0 and t.nth = 1 and t.meal_period_id = $3 and t.restaurant_id = $4 and v.posting_id is null`,
    [b.organizationId, first.slice(0, 7), b.lunchId, b.device.restaurantId],
  );
  const was = rows[0]!;
  expect([was.reported > 0, was.silent > 0]).toEqual([true, true]);
  const same = await foresee({});
  expect(same.data.totals.map((one) => one.label)).not.toContain('未报餐就餐');
  const dear = await foresee({ reportedFen: 1_000, walkInFen: 2_000 });
  expect(figure(dear.data, '未报餐就餐')).toMatchObject({ was: was.silent, would: was.silent });
  expect(figure(dear.data, '定值就餐收款')).toMatchObject({
    was: was.fen,
    would: was.reported * 1_000 + was.silent * 2_000,
  });
  const shut = await foresee({ reportedFen: 1_000, walkIn: false });
  expect(figure(shut.data, '未报餐就餐')).toMatchObject({ was: was.silent, would: 0 });
  expect(figure(shut.data, '定值就餐收款')).toMatchObject({ was: was.fen, would: was.reported * 1_000 });
});

test('a rule put out of use charges nothing more, and one that says what another says is refused', async () => {
  const off = await foresee({ status: 'DISABLED' });
  expect(figure(off.data, '扣费合计')).toMatchObject({ would: 0 });
  expect(await foresee({ name: '另一条' }, 0)).toMatchObject({ errorcode: 2757 });
});

test('a change of a rule from a day on waits for it; the past is refused', async () => {
  const today = addDays(next, 6);
  const later = addDays(today, 5);
  const save = (effectiveFrom: string) =>
    b.school('report_meal_mode', 'update', { id: b.ruleId, ...lunchRule(b), ...draft, priceFen: 700, effectiveFrom });
  expect(await save(addDays(today, -1))).toMatchObject({
    errorcode: 1101,
    fields: { effectiveFrom: expect.any(String) },
  });
  expect(await save(later)).toMatchObject({ errorcode: 0 });
  const listed = await b.school<{ rows: Record<string, unknown>[] }>('report_meal_mode/versions', 'query', {
    search: { rowId: b.ruleId },
  });
  expect(listed.data.rows.map((row) => row.state)).toContain('PLANNED');
  const price = async () =>
    (
      await b.app.services.pool.query<{ fen: number }>('select price_fen as fen from meal_rule where id = $1', [
        b.ruleId,
      ])
    ).rows[0]!.fen;
  expect(await price()).toBe(900);
});

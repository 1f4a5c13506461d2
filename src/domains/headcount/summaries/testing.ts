/**
 * A random stretch of meals lived through by the real commands, for the tests of the reports: people report, take back, come,
 * stay away, come without having reported, are served by a terminal that was cut off, are put right days later.
 */
import { addDays } from '../../../kit/server/clock.ts';
import type { Diner } from '../../consumption/testing.ts';
import { instantOf } from '../rules/setting.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import type { HeadcountBench } from '../testing.ts';

/** A generator of numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Lived {
  /** Days on which lunch was reported, first to last. */
  days: string[];
  people: Diner[];
}

/** Lives `count` days with `heads` people of the bench; afterwards it is the evening of the last day. */
export async function liveMeals(b: HeadcountBench, seed: number, count = 5, heads = 24): Promise<Lived> {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const { pool } = b.app.services;
  const { rows } = await pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  const people = b.diners.slice(0, heads);
  for (const diner of people) await b.pay(diner.id, 20_000);
  const days = Array.from({ length: count }, (_, i) => b.day(i + 2));
  const at = (day: string, hm: string) => b.app.clock.set(Date.parse(`${day}T${hm}:00+08:00`));
  const must = async (answer: Promise<{ errorcode: number; errormsg: string }>) => {
    const { errorcode, errormsg } = await answer;
    if (errorcode !== 0) throw new Error(errormsg);
  };
  for (const day of days) {
    const some = people.filter(() => chance(0.7)).map((one) => one.id);
    if (some.length > 0) await must(b.report(some, day, { portions: chance(0.3) ? 2 : 1 }));
  }
  const reports = await pool.query<{ id: number }>(
    'select id from meal_report where organization_id = $1 and dining_date = any($2::date[]) order by id',
    [b.organizationId, days],
  );
  const back = reports.rows.filter(() => chance(0.15)).map((row) => row.id);
  await must(b.school('manual_report_meal', 'cancel', { ids: back }));
  // Some of them are reported once more.
  for (const day of days) {
    const again = people.filter(() => chance(0.2)).map((one) => one.id);
    if (again.length > 0) await b.report(again, day);
  }
  const late: { cardNo: string; amountFen: number; occurredAt: number }[] = [];
  const eaten: { id: number; postingId: number }[] = [];
  for (const day of days) {
    at(day, '12:00');
    await turnMealClock(b.app.services);
    for (const diner of people) {
      if (chance(0.35)) continue;
      if (chance(0.1)) {
        late.push({ cardNo: diner.cardNo, amountFen: 400, occurredAt: b.app.clock.now() });
        continue;
      }
      eaten.push({ id: diner.id, postingId: (await b.eat(diner, 300 + Math.floor(random() * 900))).postingId });
      if (chance(0.1)) await b.eat(diner, 200);
    }
    b.app.clock.set(instantOf(day, rows[0]!.ends) + 70 * 60_000);
    await pool.query('update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0', [
      b.app.clock.now(),
    ]);
    await turnMealClock(b.app.services);
  }
  // The terminal tells days later, and so does a clerk.
  at(addDays(days.at(-1)!, 1), '10:00');
  await b.upload([
    ...late,
    { cardNo: '99990007', amountFen: 500, occurredAt: late[0]?.occurredAt ?? b.app.clock.now() },
  ]);
  for (const { id, postingId } of eaten.filter(() => chance(0.1)))
    await b.app.services.wallet.submit({
      kind: 'REVERSE',
      organizationId: b.organizationId,
      requestKey: `lived:${seed}:${postingId}`,
      personId: id,
      occurredAt: b.app.clock.now(),
      originalPostingId: postingId,
    });
  await turnMealClock(b.app.services);
  return { days, people };
}

/** What was signed: the sheets of the days served but yesterday's, of the last whole weeks and of last month; the daily sheets of samples beside. */
import { demoPassword } from '../domains/identity/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { area, at, type Life } from './life.ts';

const officers = `${area}/food_safety_employee`;
const samples = `${area}/sample_daily_report`;

/** Days back that are signed, a company's few; what is older was on paper. */
const signedDays = { SCHOOL: 14, COMPANY: 4 } as const;
/** The day on which something was found, and put right the same evening. */
const foundAgo = 6;

interface Sheet {
  status: string;
  version: number;
  items: { key: string; label: string; auto: boolean; verdict: string | null; note: string }[];
}

/** Everything looked at and well; on one day a finding. */
async function signSheet(life: Life, hand: Life['actor'], kind: 'DAY' | 'WEEK' | 'MONTH', day: string, found: boolean) {
  const { items, version } = await hand.call<Sheet>(officers, 'sheet', { kind, day });
  const looked = items.map(({ key, auto, verdict }) => {
    const bad = found && key === 'ware';
    return {
      key,
      verdict: auto ? verdict : bad ? 'BAD' : 'OK',
      note: bad ? '保洁柜门密封条破损，已通知后勤更换' : '',
    };
  });
  await hand.call(officers, 'sign', { kind, day, version, items: looked, password: demoPassword });
  if (!found) return;
  const { rows } = await hand.call<{ rows: { id: number; what: string }[] }>(`${officers}/issue`, 'query', {
    search: { source: ['SHEET'] },
  });
  const { id } = rows[0]!;
  await hand.call(`${officers}/issue`, 'take', { id, ownerName: '庄永福', dueOn: addDays(day, 2) });
  await hand.call(`${officers}/issue`, 'fix', { id, note: '密封条已更换，保洁柜重新消毒' });
  await life.checker.call(`${officers}/issue`, 'verify', { id });
}

/** Days of the last weeks on which samples were due, by restaurant. */
async function sampledDays(
  { actor }: Life,
  from: string,
  to: string,
): Promise<{ day: string; restaurantId: number }[]> {
  return actor
    .ctx(samples)
    .db.selectFrom('sample')
    .select(['dining_date as day', 'restaurant_id as restaurantId'])
    .distinct()
    .where('dining_date', '>=', from)
    .where('dining_date', '<=', to)
    .orderBy('dining_date')
    .orderBy('restaurant_id')
    .execute();
}

/** Signs them, each on its own evening: the officer the days, the director the weeks, who heads the unit the month. Yesterday's wait. */
export async function signEverything(
  life: Life,
  now: number,
  days: number,
  setNow: (ms: number) => void,
): Promise<void> {
  const { actor, checker, plan } = life;
  const today = dateAt(now);
  const back = signedDays[plan.kind];
  const first = addDays(today, -Math.min(days, back));
  const last = addDays(today, -2);
  const sheets = await sampledDays(life, first, last);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    setNow(at(day, 20 * 60));
    const found = day === addDays(today, -foundAgo);
    await Promise.all([
      signSheet(life, actor, 'DAY', day, found),
      ...sheets
        .filter((one) => one.day === day)
        .map(({ restaurantId }) => actor.call(samples, 'sign', { date: day, restaurantId, password: demoPassword })),
    ]);
    const sunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
    if (sunday) await signSheet(life, checker, 'WEEK', day, false);
  }
  const before = addDays(`${today.slice(0, 7)}-01`, -1);
  if (plan.kind === 'SCHOOL' && days > back) {
    setNow(at(addDays(before, 1), 9 * 60));
    await signSheet(life, actor, 'MONTH', before, false);
  }
  setNow(now);
}

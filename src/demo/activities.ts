/** What the school's caterer gives: with recharges of two days, off larger meals by coupon; what waits for the school's word, what is drafted. */
import { addDays, isoAt } from '../kit/server/clock.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { actorOf } from './units.ts';

const page = '/admin/contractor/activity';

/** Ends before the last day, so that recharges and meals of today are what they are. */
const recharged: readonly [person: number, fen: number][] = [
  [3, 20_000],
  [4, 50_000],
  [5, 10_000],
];

/** A reduction the unit is asked to bear. */
const asked: Readonly<Record<string, string>> = { SCHOOL: '晚自习加餐九折', COMPANY: '员工晚餐九折' };

async function begin({ services, organizationId, plan }: Life, day: string): Promise<void> {
  const caterer = await actorOf(services, 'contractor');
  const terms = (more: object) => ({
    organizationIds: [organizationId],
    bearer: 'CONTRACTOR',
    startAt: isoAt(at(day, 8 * 60)),
    endAt: isoAt(at(addDays(day, 30), 0)),
    ...more,
  });
  const evening = await caterer.call(page, 'create', {
    ...terms({ name: asked[plan.kind]!, kind: 'DISCOUNT', percentPaid: 9_000, maxEachFen: 200, budgetFen: 300_000 }),
    bearer: 'ORGANIZATION',
  });
  await caterer.call(page, 'start', { id: evening.id });
  if (plan.kind !== 'SCHOOL') return;
  const gifts = await caterer.call(page, 'create', {
    ...terms({ name: '换季充值有礼', kind: 'RECHARGE_GIFT', giftDays: 90, budgetFen: 500_000 }),
    tiers: [
      { thresholdFen: 20_000, giftFen: 1_500 },
      { thresholdFen: 50_000, giftFen: 5_000 },
    ],
  });
  const coupons = await caterer.call(page, 'create', {
    ...terms({ name: '聚餐满百减十', kind: 'COUPON', faceFen: 1_000, leastFen: 10_000, couponDays: 60 }),
    budgetFen: 2_000_000,
  });
  await caterer.call(page, 'create', {
    ...terms({ name: '教职工周五八五折', kind: 'DISCOUNT', percentPaid: 8_500, maxEachFen: 500, budgetFen: 400_000 }),
  });
  for (const { id } of [gifts, coupons]) await caterer.call(page, 'start', { id });
  await caterer.call(page, 'issue', { id: coupons.id, organizationId, audience: 'EATING' });
}

async function recharge({ actor, cast }: Life, day: string): Promise<void> {
  for (const [person, amountFen] of recharged)
    await actor.call(
      `${area}/recharge`,
      'create',
      { personId: cast[person]!.id, amountFen, channel: 'CASH' },
      `demo-gift-${day}-${person}`,
    );
}

async function end({ services }: Life): Promise<void> {
  const caterer = await actorOf(services, 'contractor');
  const { rows } = await caterer.call<{ rows: { id: number }[] }>(page, 'query', {
    search: { kind: ['RECHARGE_GIFT'], status: ['ONGOING'] },
  });
  for (const { id } of rows) await caterer.call(page, 'end', { id });
}

export function activities(life: Life, day: string, { to }: Span): Step[] {
  const begins = { when: at(day, 9 * 60 + 2), play: () => begin(life, day) };
  if (life.plan.kind !== 'SCHOOL') return day === addDays(to, -2) ? [begins] : [];
  if (day === addDays(to, -2)) return [begins, { when: at(day, 9 * 60 + 5), play: () => recharge(life, day) }];
  return day === addDays(to, -1) ? [{ when: at(day, 20 * 60 + 40), play: () => end(life) }] : [];
}

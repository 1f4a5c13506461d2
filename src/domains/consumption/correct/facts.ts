/** What a clerk compares before putting a charge right: the charge, its neighbours, what was done about it before. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { personOrGuest } from '../../people/public.server.ts';

export interface TradeLine {
  id: number;
  occurredAt: string;
  personName: string;
  restaurantName: string | null;
  deviceName: string;
  mealName: string;
  kind: string;
  amountFen: number;
  suspicious: boolean;
}

export interface TradeFacts extends TradeLine {
  jobNumber: string | null;
  departmentName: string | null;
  cardNo: string;
  deviceSeq: string;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  countUsed: number;
  reversedFen: number;
  leftFen: number;
  offline: boolean;
  capturedPhoto: string;
  ruleTrace: unknown;
  /** The person's other trades of the day, and the device's within two minutes either way. */
  neighbours: (TradeLine & { why: string })[];
  corrections: { correctNo: string; kind: string; amountFen: number; status: string; createdAt: string }[];
}

const nearMs = 2 * 60_000;

function lines(ctx: Ctx) {
  return ctx.db
    .selectFrom('trade as t')
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
    )
    .leftJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
    )
    .leftJoin('device as d', 'd.id', 't.device_id')
    .select([
      't.id',
      't.occurred_at as occurredAt',
      personOrGuest.as('personName'),
      'r.name as restaurantName',
      sql<string>`coalesce(d.name, '后台')`.as('deviceName'),
      sql<string>`coalesce(m.name, '非餐时')`.as('mealName'),
      't.kind as kind',
      't.amount_fen as amountFen',
      't.suspicious',
    ]);
}

/** The charge with its surroundings; null when the caller may not see it. */
export async function tradeFacts(ctx: Ctx, tradeId: number): Promise<TradeFacts | null> {
  const row = await lines(ctx)
    .leftJoin('department as dep', (on) =>
      on.onRef('dep.organization_id', '=', 't.organization_id').onRef('dep.id', '=', 't.department_id'),
    )
    .leftJoin('posting_reversed as pr', (on) =>
      on.onRef('pr.organization_id', '=', 't.organization_id').onRef('pr.posting_id', '=', 't.id'),
    )
    .select([
      'p.job_number as jobNumber',
      'dep.name as departmentName',
      't.card_no as cardNo',
      't.device_seq as deviceSeq',
      't.main_fen as mainFen',
      't.subsidy_fen as subsidyFen',
      't.gift_fen as giftFen',
      't.arrears_fen as arrearsFen',
      't.third_fen as thirdFen',
      't.count_used as countUsed',
      sql<number>`coalesce(pr.reversed_fen, 0)`.as('reversedFen'),
      't.offline',
      't.captured_photo as capturedPhoto',
      sql`trade_trace(t.organization_id, t.rule_trace)`.as('ruleTrace'),
      't.person_id as personId',
      't.device_id as deviceId',
      't.business_date as businessDate',
    ])
    .where('t.id', '=', tradeId)
    .executeTakeFirst();
  if (!row) return null;
  const at = Date.parse(row.occurredAt);
  const day = 86_400_000;
  const [same, beside, corrections] = await Promise.all([
    lines(ctx)
      .where('t.person_id', '=', row.personId)
      // Walk-ins are nobody in particular: no two of them are the same person.
      .where('t.person_id', '<>', 0)
      .where('t.occurred_at', '>', isoAt(at - day))
      .where('t.occurred_at', '<', isoAt(at + day))
      .where('t.business_date', '=', row.businessDate)
      .where('t.id', '<>', tradeId)
      .orderBy('t.occurred_at')
      .limit(20)
      .execute(),
    lines(ctx)
      .where('t.device_id', '=', row.deviceId)
      .where('t.device_id', '<>', 0)
      .where((eb) => eb.or([eb('t.person_id', '<>', row.personId), eb('t.person_id', '=', 0)]))
      .where('t.id', '<>', tradeId)
      .where('t.occurred_at', '>=', isoAt(at - nearMs))
      .where('t.occurred_at', '<=', isoAt(at + nearMs))
      .orderBy('t.occurred_at')
      .limit(10)
      .execute(),
    ctx.db
      .selectFrom('correction')
      .select(['correct_no as correctNo', 'kind', 'amount_fen as amountFen', 'status', 'created_at as createdAt'])
      .where('trade_id', '=', tradeId)
      .orderBy('id')
      .execute(),
  ]);
  const { personId: _person, deviceId: _device, businessDate: _day, ...facts } = row;
  return {
    ...facts,
    leftFen: row.amountFen - row.reversedFen,
    neighbours: [
      ...same.map((line) => ({ ...line, why: '本人当日' })),
      ...beside.map((line) => ({ ...line, why: '同机前后' })),
    ].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1)),
    corrections,
  };
}

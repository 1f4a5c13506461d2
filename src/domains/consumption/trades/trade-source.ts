/** The list over trades that the consumption pages share; wider scopes only add columns. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { likeFor, likePattern } from '../../../kit/server/query/expression.ts';
import { guestName, personOrGuest, walkInName } from '../../people/public.server.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import { recentDays } from './trade-count.ts';

/** Trades with the names of what they touched. A filter by business date also bounds the time, so that the index on time serves it. */
export function tradesFrom(db: Db, search: Search) {
  let query = db
    .selectFrom('trade as t')
    // A left join, though every trade has its person: a count then needs no people at all.
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 't.organization_id').onRef('d.id', '=', 't.department_id'),
    )
    .leftJoin('person_type as pt', (on) =>
      on.onRef('pt.organization_id', '=', 't.organization_id').onRef('pt.id', '=', 't.person_type_id'),
    )
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
    )
    .leftJoin('deploy_site as s', (on) =>
      on.onRef('s.organization_id', '=', 't.organization_id').onRef('s.id', '=', 't.deploy_site_id'),
    )
    .leftJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
    )
    .leftJoin('device as dv', 'dv.id', 't.device_id')
    .leftJoin('posting_reversed as pr', (on) =>
      on.onRef('pr.organization_id', '=', 't.organization_id').onRef('pr.posting_id', '=', 't.id'),
    );
  const days = search.businessDate;
  if (Array.isArray(days) && typeof days[1] === 'string' && days[1])
    query = query.where('t.occurred_at', '<', isoAt(businessDayEnd(days[1].slice(0, 10))));
  return query;
}

const sign = sql`case when t.kind = 'REVERSE' then -1 else 1 end`;

/**
 * The last weeks' trades. A trade is never booked on a day before the one it happened on, so none that happened since the
 * first of these days is left out, and all others happened earlier.
 */
export function recentTrades(ctx: Ctx, search: Search): RawBuilder<unknown> | undefined {
  const days = search.businessDate;
  if (Array.isArray(days) && (days[0] || days[1])) return undefined;
  const since = addDays(businessDay(ctx.clock.now()), -recentDays);
  return sql`t.business_date >= ${since}::date and t.occurred_at >= ${isoAt(businessDayEnd(addDays(since, -1)))}`;
}

/** Expressions of the fields that are no plain column of the trade. Amounts of 纠错退回 are negative, so that a column adds up to the net. */
export const tradeColumns = {
  tradeNo: sql`t.id::text`,
  personName: personOrGuest,
  jobNumber: 'p.job_number',
  ownDepartmentId: 't.department_id',
  typeId: 't.person_type_id',
  originFen: sql`${sign} * t.origin_fen`,
  discountFen: sql`${sign} * t.discount_fen`,
  amountFen: sql`${sign} * t.amount_fen`,
  mainFen: sql`${sign} * t.main_fen`,
  subsidyFen: sql`${sign} * t.subsidy_fen`,
  giftFen: sql`${sign} * t.gift_fen`,
  arrearsFen: sql`${sign} * t.arrears_fen`,
  thirdFen: sql`${sign} * t.third_fen`,
  thirdPaid: sql`(t.third_fen > 0)`,
  // Money from outside has lines of its own: those that follow from a trade are not looked through.
  thirdChannel: sql`case when t.third_fen > 0 then (
    select upper(substr(e.account, 9)) from entry_row e where e.organization_id = t.organization_id
      and e.business_date = t.business_date and e.posting_id = t.id and e.account like 'channel:%' limit 1) end`,
  status: sql`case when t.kind = 'REVERSE' or coalesce(pr.reversed_fen, 0) = 0 then 'SUCCESS'
                   when pr.reversed_fen < pr.amount_fen then 'PART_CORRECTED' else 'CORRECTED' end`,
  reversedFen: sql`coalesce(pr.reversed_fen, 0)`,
} as const;

export const headColumns = {
  placeHeads: 't.restaurant_heads',
  counted: sql`(t.heads <> 0 or t.restaurant_heads <> 0)`,
} as const;

/** Where the amounts of a trade are read. */
export const tradeReads = {
  amountFen: 'trade.amount_fen',
  mainFen: 'trade.main_fen',
  subsidyFen: 'trade.subsidy_fen',
  giftFen: 'trade.gift_fen',
  arrearsFen: 'trade.arrears_fen',
  thirdFen: 'trade.third_fen',
} as const;

/** Shown names of the refs. */
export const tradeNames = {
  personId: 'p.name',
  departmentId: 'd.name',
  ownDepartmentId: 'd.name',
  typeId: 'pt.name',
  restaurantId: 'r.name',
  deploySiteId: 's.name',
  deviceId: sql`coalesce(dv.name, '后台')`,
  mealPeriodId: sql`coalesce(m.name, '非餐时')`,
} as const;

/** More people than this are left to the database to look up while it walks the trades. */
const mostPeople = 500;

/** Shorter texts are fragments. */
const leastExact = 4;

/**
 * Whoever has, or had, exactly this job number or card: found by indexes however many people there are. Who types a whole number
 * means its holders, not all whose numbers contain it.
 */
async function holdersOf(ctx: Ctx, text: string): Promise<number[]> {
  if (ctx.session.unitType !== 'ORGANIZATION' || text.length < leastExact) return [];
  const [people, cards] = await Promise.all([
    ctx.db.selectFrom('person').select('id').where('job_number', '=', text).execute(),
    ctx.db.selectFrom('card').select('person_id as id').where('card_no', '=', text).execute(),
  ]);
  return [...new Set([...people, ...cards].flatMap(({ id }) => (id === null ? [] : [id])))];
}

/** The trade of this number, else the trades of the people whose name, job number or card it is. */
export async function tradesOf(value: unknown, ctx: Ctx): Promise<RawBuilder<unknown>> {
  const text = String(value).trim();
  if (/^\d{7,16}$/.test(text)) {
    const trade = await ctx.db.selectFrom('trade').select('id').where('id', '=', Number(text)).executeTakeFirst();
    if (trade) return sql`t.id = ${trade.id}`;
  }
  if (text === walkInName) return sql`(t.person_id = 0 and t.attendance <> 'ORDERED_EATEN')`;
  if (text === guestName) return sql`(t.person_id = 0 and t.attendance = 'ORDERED_EATEN')`;
  const holders = await holdersOf(ctx, text);
  if (holders.length > 0) return sql`t.person_id = any(${holders}::bigint[])`;
  const op = likeFor(text);
  const like = likePattern(text);
  const people = await ctx.db
    .selectFrom('person as p')
    .select('p.id')
    .where((eb) =>
      eb.or([
        eb('p.name', op, like),
        eb('p.job_number', op, like),
        // Not asked person by person: the cards are read once.
        eb('p.id', 'in', eb.selectFrom('card as c').select('c.person_id').where('c.card_no', op, like)),
      ]),
    )
    .limit(mostPeople + 1)
    .execute();
  return people.length <= mostPeople
    ? sql`t.person_id = any(${people.map((p) => p.id)}::bigint[])`
    : sql`(p.name ilike ${like} or p.job_number ilike ${like} or t.card_no ilike ${like})`;
}

/** Search keys that must hit an index instead of the shown expression. */
export const tradeWhere = { keyword: tradesOf };

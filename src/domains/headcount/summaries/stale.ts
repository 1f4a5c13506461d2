/** How far the meals of a unit are added up, and what was written of those days since. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';

export interface Digest {
  unit: number;
  coveredTo: string;
  /** The instant that day ends. */
  coveredUntil: string;
  /** Instant up to which everything written is in it. */
  seenAt: string;
  /** Instant up to which every trade is in the costs; null: they were never added up. */
  costsSeenAt: string | null;
}

/** Undefined for a unit outside the scope, or whose meals were never added up. */
export async function digestOf(ctx: Pick<Ctx, 'db'>, unit: number): Promise<Digest | undefined> {
  const found = await ctx.db
    .selectFrom('meal_digest')
    .select([
      'covered_to as coveredTo',
      'covered_until as coveredUntil',
      'seen_at as seenAt',
      'costs_seen_at as costsSeenAt',
    ])
    .where('organization_id', '=', unit)
    .executeTakeFirst();
  return found && { unit, ...found };
}

/** Every step of a report leaves an event, every trade the moment it was recorded. $1 unit, $2 instant, $3 day. */
const staleSql = `
  select distinct r.dining_date as day, r.person_id as "personId"
  from meal_report_event e
  join meal_report r on r.organization_id = e.organization_id and r.id = e.report_id
  where e.organization_id = $1 and e.at > $2 and r.dining_date <= $3
  union
  select coalesce(o.occurred_date, t.occurred_date), t.person_id
  from trade t
  left join trade o on o.organization_id = t.organization_id and o.id = t.original_trade_id
  where t.organization_id = $1 and t.recorded_at > $2 and coalesce(o.occurred_date, t.occurred_date) <= $3`;

export interface Stale {
  /** `YYYY-MM-DD`. */
  day: string;
  personId: number;
}

/** Days and people of whom something was written since. */
export async function staleSince(db: Sql, { unit, seenAt, coveredTo }: Digest): Promise<Stale[]> {
  const { rows } = await db.query<Stale>(staleSql, [unit, seenAt, coveredTo]);
  return rows;
}

/** With the digest of a unit, whom to read as they lie. */
export async function digestAndStale(ctx: Ctx, unit: number): Promise<(Digest & { stale: Stale[] }) | undefined> {
  const digest = await digestOf(ctx, unit);
  return digest && { ...digest, stale: await staleSince(sqlOf(ctx.db), digest) };
}

/** Meals reported and missed, per person and meal: the rows of 订餐未就餐统计, and what was booked for them. */
import { sql } from 'kysely';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { type Asked, askedOf, within } from './asked.ts';

const times = (fate: string) => sql<number>`count(*) filter (where r.fate = ${fate})::int`;

/** A sub-select of groups; `id` is the first of its reports. */
export function missedMeals(db: Db, asked: Asked) {
  return db
    .selectFrom('meal_report as r')
    .leftJoin('posting as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.charge_posting_id'),
    )
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'p.organization_id').onRef('v.posting_id', '=', 'p.id'),
    )
    .where(sql<boolean>`r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`)
    .where(within(asked, { table: 'r' }))
    .groupBy(['r.organization_id', 'r.person_id', 'r.meal_period_id'])
    .select([
      'r.organization_id',
      'r.person_id',
      'r.meal_period_id',
      sql<number>`min(r.id)`.as('id'),
      sql<number>`max(r.department_id)`.as('department_id'),
      sql<number>`count(*)::int`.as('misses'),
      sql<number>`sum(r.charge_fen)::bigint`.as('charge_fen'),
      sql<number>`sum(r.charged_fen)::bigint`.as('charged_fen'),
      sql<number>`coalesce(sum(p.amount_fen - coalesce(v.reversed_fen, 0)), 0)::bigint`.as('booked_fen'),
      sql<number>`sum(greatest(r.charge_fen - r.charged_fen, 0)) filter (where r.final)::bigint`.as('due_fen'),
      times('CHARGE').as('charged'),
      times('EXEMPT').as('exempt'),
      times('EXCUSED').as('excused'),
      times('WARNED').as('warned'),
      times('IGNORED').as('ignored'),
      sql<string>`case when not bool_and(r.final) then 'PROVISIONAL' when bool_or(r.charge_fen <> r.charged_fen) then 'DUE'
        else 'DONE' end`.as('handling'),
      sql<string>`min(r.dining_date)`.as('first_date'),
      sql<string>`max(r.dining_date)`.as('last_date'),
    ]);
}

/**
 * What stands in the books as charged for missed meals of these days, whatever the reports say of it; undefined where the
 * search asks for less than all of the unit.
 */
export async function chargesBooked(ctx: Ctx, search: Search): Promise<number | undefined> {
  const asked = askedOf(ctx, search);
  const { from, to } = asked;
  const parts = ['departmentId', 'mealPeriodId', 'handling', 'least', 'keyword'];
  if (parts.some((key) => isAsked(search[key]))) return undefined;
  const { fen } = await ctx.db
    .selectFrom('posting as p')
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'p.organization_id').onRef('v.posting_id', '=', 'p.id'),
    )
    .leftJoin('meal_report as r', (on) =>
      on.onRef('r.organization_id', '=', 'p.organization_id').onRef('r.id', '=', 'p.source_id'),
    )
    // What is to go back, because somebody came after all, is no missed meal any more.
    .where(sql<boolean>`(r.id is null or r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE'))`)
    .where('p.kind', '=', 'SUPPLEMENT')
    .where('p.source_type', '=', 'meal_report')
    .where(
      sql<boolean>`${from ? sql`p.business_date >= ${from}::date and p.occurred_date >= ${from}::date` : sql`true`}`,
    )
    .where(sql<boolean>`${to ? sql`p.occurred_date <= ${to}::date` : sql`true`}`)
    .select(sql<number>`coalesce(sum(p.amount_fen - coalesce(v.reversed_fen, 0)), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return fen;
}

export interface Due {
  count: number;
  fen: number;
}

/** Charges of settled meals that are not booked yet, and what of them was refused before. */
export async function chargesDue(ctx: Ctx): Promise<Due> {
  return ctx.db
    .selectFrom('meal_report as r')
    .where('r.due', '=', true)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(r.charge_fen - r.charged_fen), 0)::bigint`.as('fen'),
    ])
    .executeTakeFirstOrThrow();
}

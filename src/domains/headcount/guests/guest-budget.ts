/** What a department has of its budget for guests in a month, after what is booked and what is still to come. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

export interface GuestBudget {
  budgetFen: number;
  /** Booked, and applied for, approved or served without being booked yet. */
  chargedFen: number;
  openFen: number;
}

/** Of the nearest department upwards that has one, or of the unit; undefined where nobody set one. */
export async function guestBudget(
  ctx: Ctx,
  departmentId: number,
  diningDate: string,
): Promise<GuestBudget | undefined> {
  const month = diningDate.slice(0, 7);
  const budget = await ctx.db
    .selectFrom('subsidy_budget as u')
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'u.organization_id').on('d.id', '=', departmentId),
    )
    .select(['u.department_id as ownId', 'u.budget_fen as budgetFen'])
    .where('u.kind', '=', 'GUEST')
    .where('u.month', '=', month)
    .where(sql<boolean>`(u.department_id is null or u.department_id = d.id or u.department_id = any(d.above))`)
    .orderBy(sql`(u.department_id = d.id) desc nulls last, array_position(d.above, u.department_id) desc nulls last`)
    .executeTakeFirst();
  if (!budget) return undefined;
  const { ownId, budgetFen } = budget;
  const spent = await ctx.db
    .selectFrom('guest_meal as g')
    .where('g.dining_date', '>=', `${month}-01`)
    .where(sql<boolean>`g.dining_date < (${`${month}-01`}::date + interval '1 month')`)
    .where(
      ownId === null
        ? sql<boolean>`true`
        : sql<boolean>`g.department_id in (select c.id from department c where c.organization_id = g.organization_id
            and (c.id = ${ownId} or ${ownId} = any(c.above)))`,
    )
    .select([
      sql<number>`coalesce(sum(g.charged_fen), 0)::bigint`.as('chargedFen'),
      sql<number>`coalesce(sum(${openOfGuests}), 0)::bigint`.as('openFen'),
    ])
    .executeTakeFirstOrThrow();
  return { budgetFen, ...spent };
}

/** What a guest meal `g` is still to cost beyond what is booked of it. */
const openOfGuests = sql`case g.status when 'SUBMITTED' then g.heads * g.standard_fen when 'APPROVED' then g.heads * g.standard_fen
  when 'SERVED' then g.eaten_heads * g.standard_fen else g.charged_fen end - g.charged_fen`;

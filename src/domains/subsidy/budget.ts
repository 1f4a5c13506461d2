/** Budgets with the actual beside them: grants less returns, net consumption, or meals of guests, of a department and all below it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import { businessDay } from '../wallet/public.server.ts';
import { monthEnd } from './rules/calendar.ts';
import { type BudgetKind, forecast, warningOf } from './rules/forecast.ts';

const first = sql`(u.month || '-01')::date`;
const next = sql`((u.month || '-01')::date + interval '1 month')::date`;

/** The department of a row lies in the budget's. */
const covered = (department: RawBuilder<unknown>) => sql`(u.department_id is null or ${department} in (
  select c.id from department c where c.organization_id = u.organization_id
     and (c.id = u.department_id or u.department_id = any(c.above))))`;

/** Grants by their day less what the unit took back in the month. Lots carried over were granted before. */
const granted = sql<number>`(
  select coalesce(sum(i.amount_fen), 0)::bigint from subsidy_batch b
    join subsidy_item i on i.organization_id = b.organization_id and i.batch_id = b.id
   where b.organization_id = u.organization_id and b.kind = 'GRANT' and b.purse = 'SUBSIDY' and b.mode not in ('CARRY', 'RESTORE')
     and b.grant_on >= ${first} and b.grant_on < ${next} and i.status = 'POSTED' and ${covered(sql`i.department_id`)})
  - (select coalesce(sum(r.amount_fen), 0)::bigint from subsidy_return r
   join wallet w on w.organization_id = r.organization_id and w.id = r.wallet_id and w.kind = 'SUBSIDY'
   where r.organization_id = u.organization_id and r.status = 'OK' and r.business_date >= ${first}
     and r.business_date < ${next} and ${covered(sql`r.department_id`)})`;

const eaten = sql<number>`(
  select coalesce(sum(c.amount_fen - c.reversed_fen + c.supplement_fen), 0)::bigint from consumed_by_people c
   where c.organization_id = u.organization_id and c.business_date >= ${first} and c.business_date < ${next}
     and ${covered(sql`c.department_id`)})`;

/** Approved or running, not posted yet. */
const waiting = sql<number>`(
  select coalesce(sum(i.amount_fen), 0)::bigint from subsidy_batch b
    join subsidy_item i on i.organization_id = b.organization_id and i.batch_id = b.id
   where u.kind = 'SUBSIDY' and b.organization_id = u.organization_id and b.kind = 'GRANT' and b.purse = 'SUBSIDY'
     and b.status in ('SUBMITTED', 'APPROVED', 'GRANTING') and b.grant_on >= ${first} and b.grant_on < ${next}
     and i.status = 'PENDING' and ${covered(sql`i.department_id`)})`;

const ofGuests = sql`guest_meal g where u.kind = 'GUEST' and g.organization_id = u.organization_id and g.dining_date >= ${first}
  and g.dining_date < ${next} and ${covered(sql`g.department_id`)}`;
const received = sql<number>`(select coalesce(sum(g.charged_fen), 0)::bigint from ${ofGuests})`;
/** Applied for, approved or served, beyond what is booked. */
const expected = sql<number>`(select coalesce(sum(case when g.status in ('SUBMITTED', 'APPROVED') then g.heads * g.standard_fen
    when g.status = 'SERVED' then g.eaten_heads * g.standard_fen else g.charged_fen end - g.charged_fen), 0)::bigint from ${ofGuests})`;

const used = sql<number>`case u.kind when 'SUBSIDY' then ${granted} when 'GUEST' then ${received} else ${eaten} end`;
const open = sql<number>`case u.kind when 'GUEST' then ${expected} else ${waiting} end`;

export const budgetColumns = {
  usedFen: used,
  remainingFen: null,
  usedRate: sql`round((${used}) * 10000.0 / u.budget_fen)::int`,
  // What is still to be spent; the forecast is made of it in `budgetRow`.
  openFen: open,
  forecastFen: sql`null`,
  warning: sql`null`,
};

/** Forecast and warning of a row, by the day it is. */
export function budgetRow(row: Record<string, unknown>, ctx: Ctx): Record<string, unknown> {
  const month = String(row.month);
  const today = businessDay(ctx.clock.now());
  const last = monthEnd(`${month}-01`);
  const days = Number(last.slice(8));
  const elapsed = today.slice(0, 7) === month ? Number(today.slice(8)) : today > last ? days : 0;
  const kind = row.kind as BudgetKind;
  const usedFen = row.usedFen as number;
  const forecastFen = forecast(kind, usedFen, row.openFen as number, elapsed, days);
  return { forecastFen, warning: warningOf(row.budgetFen as number, usedFen, forecastFen) };
}

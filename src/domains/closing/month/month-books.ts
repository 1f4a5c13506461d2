/** A month of an organization's books, its steps with their evidence, and which months are open. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { firstDayAfterMonth } from '../../wallet/public.server.ts';
import type { StepEvidence } from '../closing-state.ts';
import { ownBooks } from '../own-books.ts';
import type { MonthBooks } from '../services.ts';

/** `month` is `YYYY-MM`. */
export function monthBooks(services: Services, organizationId: number, month: string): MonthBooks {
  const from = `${month}-01`;
  return {
    services,
    organizationId,
    db: ownBooks(services, organizationId),
    from,
    to: addDays(firstDayAfterMonth(from), -1),
  };
}

/**
 * A statement's beginning: `moved (month)`, the first days of the months with movements of organization `$1`, and a null
 * behind them. Steps from month to month through the index, whatever lies within them.
 */
export const movedMonths = `with recursive moved as (
  select date_trunc('month', min(business_date))::date as month from rollup_account_day where organization_id = $1
  union all
  select (select date_trunc('month', min(u.business_date))::date from rollup_account_day u
     where u.organization_id = $1 and u.business_date >= (m.month + interval '1 month')::date)
  from moved m where m.month is not null)`;

/** Months with movements that are not closed, oldest first, `YYYY-MM`. */
export async function openMonths(sql: Sql, organizationId: number): Promise<string[]> {
  const { rows } = await sql.query<{ month: string }>(
    `${movedMonths}
     select to_char(m.month, 'YYYY-MM') as month from moved m
     where m.month is not null and not exists (
       select from period p where p.organization_id = $1 and p.month = m.month)
     order by 1`,
    [organizationId],
  );
  return rows.map((r) => r.month);
}

/** All steps, in order. A note counts only while the figure it accepted is unchanged. */
export async function monthSteps(books: MonthBooks): Promise<StepEvidence[]> {
  const notes = await books.db
    .selectFrom('month_close_note')
    .select(['step', 'figure', 'note', 'noted_name', 'noted_at'])
    .where('month', '=', books.from)
    .execute();
  const found: StepEvidence[] = [];
  for (const { key, title, weight, check } of books.services.monthClose.steps()) {
    const evidence = await check(books);
    const note = notes.find((n) => n.step === key && n.figure === evidence.figure);
    found.push({
      key,
      title,
      weight,
      ...evidence,
      note: note && !evidence.ok ? { text: note.note, by: note.noted_name, at: note.noted_at } : null,
    });
  }
  return found;
}

/** Done, or accepted with a note where that is allowed. */
export const isSettled = (step: StepEvidence): boolean => step.ok || (step.weight === 'SOFT' && step.note !== null);

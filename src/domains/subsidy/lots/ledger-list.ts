/** Every movement of subsidy money, line by line out of the ledger, in the clerk's words. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';

/** Ledger lines of subsidy purses with posting, person and batch. The batch of a standing purse is absent. */
export function subsidyLines(db: Db, search: Search) {
  let query = db
    .selectFrom('posting as g')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'g.organization_id')
        .onRef('e.business_date', '=', 'g.business_date')
        .onRef('e.posting_id', '=', 'g.id'),
    )
    .innerJoin('wallet as w', (on) =>
      on.onRef('w.organization_id', '=', 'e.organization_id').onRef('w.id', '=', 'e.wallet_id'),
    )
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
    )
    .leftJoin('subsidy_batch as b', (on) =>
      on.onRef('b.organization_id', '=', 'w.organization_id').onRef('b.id', '=', 'w.batch_id'),
    )
    .leftJoin('subsidy_rule as r', (on) =>
      on.onRef('r.organization_id', '=', 'w.organization_id').onRef('r.id', '=', 'w.rule_id'),
    )
    .leftJoin('subsidy_item as i', (on) =>
      on
        .onRef('i.organization_id', '=', 'w.organization_id')
        .onRef('i.batch_id', '=', 'w.batch_id')
        .onRef('i.person_id', '=', 'w.person_id')
        .on('i.verdict', '=', 'GOOD'),
    )
    .leftJoin('department as d', (on) =>
      on
        .onRef('d.organization_id', '=', 'w.organization_id')
        .on('d.id', '=', sql<number>`coalesce(i.department_id, p.department_id)`),
    )
    .leftJoin('person_type as t', (on) =>
      on
        .onRef('t.organization_id', '=', 'w.organization_id')
        .on('t.id', '=', sql<number>`coalesce(i.type_id, p.type_id)`),
    )
    .leftJoin('account as a', 'a.id', 'g.operator_id')
    .where('e.account', '=', 'wallet:SUBSIDY')
    .where('e.wallet_id', '<>', 0);
  // A batch's lots are few: from there the lines are found by their purse, whatever the days.
  const batch = search.batchId;
  if (typeof batch === 'number') query = query.where('w.batch_id', '=', batch);
  return query;
}

/** Weeks a list without days asks first. */
const recentDays = 62;

/** The last weeks' postings, lines included: none is booked before the day it happened on, so all others are older. */
export function recentPostings(ctx: Ctx, search: Search): RawBuilder<unknown> | undefined {
  const days = search.businessDate;
  if (Array.isArray(days) && (days[0] || days[1])) return undefined;
  const since = addDays(businessDay(ctx.clock.now()), -recentDays);
  return sql`g.business_date >= ${since}::date and e.business_date >= ${since}::date
    and g.occurred_at >= ${isoAt(businessDayEnd(addDays(since, -1)))}`;
}

/** What a line is. A reversal is named after what it undoes; grants by clearing are 结转 and 恢复; what goes back
 * into a lot that has not ended is a clearing undone. */
export const lineKind: RawBuilder<string> = sql<string>`case g.kind
  when 'SUBSIDY_GRANT' then case b.mode when 'CARRY' then 'CARRY' when 'RESTORE' then 'RESTORE' else 'GRANT' end
  when 'SUBSIDY_RETURN' then 'RETURN'
  when 'SUBSIDY_CLEAR' then 'CLEAR'
  when 'REVERSE' then case g.reverses_kind when 'SUBSIDY_CLEAR' then 'CLEAR_BACK' when 'SUBSIDY_RETURN' then 'RETURN_BACK'
    when 'SUBSIDY_GRANT' then 'GRANT' else 'REFUND' end
  when 'ADJUST' then 'ADJUST'
  else 'USE' end`;

/** What 月结 shows: the month in turn with its steps and totals, and the months closed so far. */
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay, firstDayAfterMonth } from '../../wallet/public.server.ts';
import type { ClosedMonthShown, MonthCloseState, MonthTotals, StepEvidence } from '../closing-state.ts';
import type { CloseStatus } from '../tables.ts';
import { lateCounts } from './late-records.ts';
import { monthBooks, monthSteps, openMonths } from './month-books.ts';
import { monthTotals } from './month-totals.ts';

const shownMonths = 24;

interface ClosedRow {
  month: string;
  closed_at: string;
  closed_by: string | null;
  witnessed_by: string | null;
  days: number;
  chain: string | null;
  totals: MonthTotals | null;
  steps: StepEvidence[] | null;
}

async function closedMonths(ctx: Ctx, organizationId: number): Promise<ClosedMonthShown[]> {
  const late = await lateCounts(ctx, organizationId);
  const { rows } = await sqlOf(ctx.db).query<ClosedRow>(
    `select p.month, p.closed_at, coalesce(c.asked_name, a.name) as closed_by, nullif(c.witness_name, '') as witnessed_by, s.days, s.chain, c.totals, c.steps
     from period p
     left join month_close c on c.organization_id = p.organization_id and c.month = p.month and c.status = 'CLOSED'
     left join account a on a.id = p.closed_by
     cross join lateral (
       select count(*)::int as days, (array_agg(chain_hash order by business_date desc))[1] as chain
       from ledger_seal l where l.organization_id = p.organization_id and l.business_date >= p.month
         and l.business_date < p.month + interval '1 month') s
     where p.organization_id = $1 order by p.month desc limit $2`,
    [organizationId, shownMonths],
  );
  return rows.map((r) => ({
    month: r.month.slice(0, 7),
    closedAt: r.closed_at,
    closedBy: r.closed_by ?? '系统',
    witnessedBy: r.witnessed_by ?? '',
    sealedDays: r.days,
    chain: r.chain?.slice(0, 16) ?? '',
    closingFen: r.totals?.closingFen ?? null,
    notes: (r.steps ?? []).flatMap((s) => (s.note ? [{ title: s.title, text: s.note.text, by: s.note.by }] : [])),
    lateCount: late.get(r.month.slice(0, 7)) ?? 0,
  }));
}

/** Of the chosen month, or of the oldest open one. */
export async function monthCloseState(ctx: Ctx, chosen: string | null): Promise<MonthCloseState> {
  const organizationId = ownOrganization(ctx);
  const [open, closed, last, seal] = await Promise.all([
    openMonths(sqlOf(ctx.db), organizationId),
    closedMonths(ctx, organizationId),
    sqlOf(ctx.db).query<{
      month: string;
      status: CloseStatus;
      askedName: string;
      askedAt: string;
      error: string | null;
    }>(
      `select month, status, asked_name as "askedName", asked_at as "askedAt", error from month_close
       where organization_id = $1 order by asked_at desc, id desc limit 1`,
      [organizationId],
    ),
    sqlOf(ctx.db).query<MonthCloseState['seal']>(
      `select count(*)::int as days, 0 as broken, min(business_date) as first, max(business_date) as last
       from ledger_seal where organization_id = $1`,
      [organizationId],
    ),
  ]);
  const month = chosen && open.includes(chosen) ? chosen : (open[0] ?? null);
  const order = last.rows[0];
  const running = order && (order.status === 'QUEUED' || order.status === 'RUNNING');
  const books = month === null ? null : monthBooks(ctx.services, organizationId, month);
  const overFrom = books ? firstDayAfterMonth(books.from) : '';
  return {
    open,
    month,
    over: books !== null && businessDay(ctx.clock.now()) >= overFrom,
    overAt: overFrom ? `${overFrom} 04:00` : '',
    turn: month !== null && month === open[0],
    steps: books ? await monthSteps(books) : [],
    totals: books ? await monthTotals(books.db, books.from, books.to) : null,
    days: books ? { before: addDays(books.from, -1), from: books.from, to: books.to } : null,
    running: running ? { month: order.month.slice(0, 7), askedName: order.askedName, askedAt: order.askedAt } : null,
    refused:
      order && (order.status === 'REFUSED' || order.status === 'FAILED') && order.month.slice(0, 7) === month
        ? order.error
        : null,
    closed,
    seal: seal.rows[0]!,
  };
}

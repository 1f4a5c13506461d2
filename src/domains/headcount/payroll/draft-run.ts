/**
 * Drafts a payroll run: for each person what trades say wages bear up to a day, less what earlier runs had of it. So a meal
 * corrected after its run was handed over comes back in the next one, and running twice gives nothing new.
 */

import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { headcountRefusals } from '../refusals.ts';

/** $1 unit, $2 first and $3 last day of the run; trades paid outside are a handful, and have an index of their own. */
const due = `
  with booked as (
    select t.person_id as person, t.business_date >= $2::date as own,
      case when t.kind = 'REVERSE' then -t.third_fen else t.third_fen end as fen
    from trade t
    where t.organization_id = $1 and t.business_date <= $3::date and t.third_fen > 0 and exists (select from ledger_entry e
      where e.organization_id = t.organization_id and e.business_date = t.business_date and e.posting_id = t.id
        and e.account = 'channel:payroll')),
  known as (
    select l.person_id as person, sum(l.amount_fen) as fen from payroll_line l
    join payroll_run r on r.organization_id = l.organization_id and r.id = l.run_id and r.status <> 'VOID'
    where l.organization_id = $1 group by 1),
  sums as (
    select person, coalesce(sum(fen) filter (where own), 0)::bigint as own, sum(fen)::bigint as fen from booked group by 1)
  select coalesce(s.person, k.person) as "personId", coalesce(s.own, 0)::bigint as "payrollFen",
    (coalesce(s.fen, 0) - coalesce(k.fen, 0))::bigint as "amountFen"
  from sums s full join known k on k.person = s.person
  where coalesce(s.fen, 0) <> coalesce(k.fen, 0) order by 1`;

interface Line {
  personId: number;
  payrollFen: number;
  amountFen: number;
}

async function lastRun(ctx: Ctx) {
  return ctx.db
    .selectFrom('payroll_run')
    .select(['status', 'run_no as runNo', 'until_date as untilDate'])
    .where('status', '<>', 'VOID')
    .orderBy('until_date', 'desc')
    .executeTakeFirst();
}

/** Where the first run begins: before any trade it could have. */
const beginning = '2000-01-01';

/** The first day of what wages bear of the people's meals, for a run with none before it. */
const firstDay = `select min(t.business_date) as day from trade t
  where t.organization_id = $1 and t.business_date <= $2::date and t.third_fen > 0 and t.person_id = any($3::bigint[])`;

/** Up to `until`, a day that is over; refused while another draft lies there, and for days an earlier run has. */
export async function draftRun(ctx: Ctx, until: string): Promise<{ id: number } | Refusal> {
  const nowMs = ctx.clock.now();
  const organizationId = ownOrganization(ctx);
  if (until >= businessDay(nowMs)) return refuseField('untilDate', '截至日期须是已结束的营业日，最晚昨天');
  const before = await lastRun(ctx);
  if (before?.status === 'DRAFT') return refuse(headcountRefusals.PAYROLL_OPEN, { no: before.runNo });
  if (before && until <= before.untilDate)
    return refuseField('untilDate', `${before.runNo} 已到 ${before.untilDate}，请选择之后的日期`);
  const from = before ? addDays(before.untilDate, 1) : beginning;
  const db = sqlOf(ctx.db);
  const { rows: lines } = await db.query<Line>(due, [organizationId, from, until]);
  if (lines.length === 0) return refuse(headcountRefusals.PAYROLL_EMPTY, { until });
  const people = lines.map((line) => line.personId);
  const first = before
    ? null
    : (await db.query<{ day: string }>(firstDay, [organizationId, until, people])).rows[0]!.day;
  const id = await ctx.ids.next();
  const at = isoAt(nowMs);
  const runNo = `GZ${until.replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('payroll_run')
    .values({
      organization_id: organizationId,
      id,
      run_no: runNo,
      from_date: first ?? from,
      until_date: until,
      person_count: lines.length,
      total_fen: lines.reduce((sum, line) => sum + line.amountFen, 0),
      status: 'DRAFT',
      ...madeBy(ctx.session),
      exported_at: null,
      exported_name: '',
      created_at: at,
      version: 1,
    })
    .execute();
  await db.query(
    `insert into payroll_line (organization_id, id, run_id, person_id, payroll_fen, earlier_fen, amount_fen)
     select $1, n.id, $2, n.person, n.own, n.fen - n.own, n.fen
     from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as n (id, person, own, fen)`,
    [
      organizationId,
      id,
      await ctx.ids.take(lines.length),
      people,
      lines.map((line) => line.payrollFen),
      lines.map((line) => line.amountFen),
    ],
  );
  await ctx.audit({ action: '生成工资代扣', targetId: id, targetName: `${runNo} ${lines.length} 人` });
  return { id };
}

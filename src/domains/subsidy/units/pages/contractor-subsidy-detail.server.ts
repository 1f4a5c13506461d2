/** 补贴明细 of a contractor, over the ledger. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { lineKind, recentPostings, subsidyLines } from '../../lots/ledger-list.ts';
import { onSubsidyDays } from '../../lots/subsidy-days.ts';
import spec, { movedByDay } from './contractor-subsidy-detail.page.ts';

/** What the day totals of subsidy purses come to; undefined where the search asks for more than units and days. */
async function movedFen(ctx: Ctx, { businessDate, organizationId, ...more }: Search): Promise<number | undefined> {
  if (Object.values(more).some((value) => value !== undefined && value !== null && String(value) !== ''))
    return undefined;
  const [from, to] = Array.isArray(businessDate) ? (businessDate as (string | null)[]) : [null, null];
  const units = [organizationId].flat().filter((id): id is number => typeof id === 'number');
  let query = ctx.db
    .selectFrom('rollup_account_day as u')
    .select(sql<number>`coalesce(sum(u.in_fen - u.out_fen), 0)::bigint`.as('fen'))
    .where('u.account', '=', 'wallet:SUBSIDY');
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  if (units.length > 0) query = query.where('u.organization_id', 'in', units);
  return (await query.executeTakeFirstOrThrow()).fen;
}

export default bind(spec, {
  list: over(spec, 'ledger_entry as e', {
    byUnit: true,
    from: (db, _ctx, search) => subsidyLines(db, search),
    // A posting has fewer than 128 lines.
    id: sql`(e.posting_id * 128 + e.line_no)`,
    byId: (ids) => sql`g.id = any(${ids.map((id) => Math.floor(id / 128))}::bigint[])`,
    partition: 'g.business_date',
    newest: (ctx, search) => recentPostings(ctx, search),
    narrow: (ctx, search) => onSubsidyDays(ctx, search, sql`e.business_date`),
    columns: {
      at: 'g.occurred_at',
      personName: 'p.name',
      jobNumber: 'p.job_number',
      departmentName: 'd.name',
      typeName: 't.name',
      // A paper of one person bears his name.
      batchName: sql`case when b.mode = 'SINGLE' then '单人 ' || b.reason else b.name end`,
      lineKind,
      expiresOn: 'w.expires_on',
      operatorName: sql`coalesce(a.name, '')`,
      reason: 'g.reason',
    },
  }),
  proof: { held: { [movedByDay]: movedFen } },
});

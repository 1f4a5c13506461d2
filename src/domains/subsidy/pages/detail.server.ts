/** Server side of 补贴明细, over the ledger. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { lineKind, recentPostings, subsidyLines } from '../lots/ledger-list.ts';
import { countSubsidyLines, onSubsidyDays } from '../lots/subsidy-days.ts';
import spec from './detail.page.ts';

export default bind(spec, {
  list: over(spec, 'ledger_entry as e', {
    from: (db, _ctx, search) => subsidyLines(db, search),
    // A posting has fewer than 128 lines.
    id: sql`(e.posting_id * 128 + e.line_no)`,
    byId: (ids) => sql`g.id = any(${ids.map((id) => Math.floor(id / 128))}::bigint[])`,
    partition: 'g.business_date',
    newest: (ctx, search) => recentPostings(ctx, search),
    narrow: (ctx, search) => onSubsidyDays(ctx, search, sql`e.business_date`),
    count: (ctx, search) => countSubsidyLines(ctx, search),
    columns: {
      at: 'g.occurred_at',
      personId: 'w.person_id',
      personName: 'p.name',
      jobNumber: 'p.job_number',
      departmentId: sql`coalesce(i.department_id, p.department_id)`,
      ownDepartmentId: sql`coalesce(i.department_id, p.department_id)`,
      typeId: sql`coalesce(i.type_id, p.type_id)`,
      batchId: sql`nullif(w.batch_id, 0)`,
      ruleId: sql`nullif(w.rule_id, 0)`,
      lineKind,
      expiresOn: 'w.expires_on',
      operatorName: sql`coalesce(a.name, '')`,
      reason: 'g.reason',
    },
    names: {
      personId: 'p.name',
      departmentId: 'd.name',
      ownDepartmentId: 'd.name',
      typeId: 't.name',
      batchId: 'b.name',
      ruleId: 'r.name',
    },
  }),
});

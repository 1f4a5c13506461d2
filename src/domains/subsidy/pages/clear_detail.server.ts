/** Server side of 补贴清零明细. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { departmentWithin } from '../../people/department-sql.ts';
import { businessDay } from '../../wallet/business-day.ts';
import { decideClearRun } from '../clearing/decide-run.ts';
import { dueNow, recentRuns } from '../clearing/due.ts';
import { openClearRun } from '../clearing/open-run.ts';
import { restoreCleared } from '../clearing/restore.ts';
import { clearJob, keyOf } from '../jobs.ts';
import spec from './clear_detail.page.ts';

/** The batch asked for, if it is one the session sees; null means whatever has ended. */
async function batchIn(ctx: Ctx, body: Record<string, unknown>) {
  if (body.batchId === null || body.batchId === undefined) return null;
  const batch = await ctx.db
    .selectFrom('subsidy_batch')
    .select('id')
    .where('id', '=', readId(body.batchId) ?? 0)
    .where('kind', '=', 'GRANT')
    .executeTakeFirst();
  return batch ? batch.id : refuse('NOT_FOUND');
}

async function start(ctx: Ctx, id: number): Promise<void> {
  const record = { organizationId: ownOrganization(ctx), id };
  await ctx.services.jobs.enqueue(clearJob, record, { key: keyOf(record) });
}

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('subsidy_clear as c')
        .innerJoin('subsidy_clear_run as u', (on) =>
          on.onRef('u.organization_id', '=', 'c.organization_id').onRef('u.id', '=', 'c.run_id'),
        )
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'c.organization_id').onRef('d.id', '=', 'c.department_id'),
        )
        .leftJoin('subsidy_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
        )
        .leftJoin('subsidy_rule as r', (on) =>
          on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.rule_id'),
        ),
    id: 'c.id',
    columns: {
      at: 'c.at',
      businessDate: 'c.business_date',
      runNo: 'u.run_no',
      batchId: 'c.batch_id',
      ruleId: 'c.rule_id',
      personName: 'p.name',
      jobNumber: 'p.job_number',
      departmentId: 'c.department_id',
      expiresOn: 'c.expires_on',
      beforeFen: 'c.before_fen',
      clearedFen: 'c.cleared_fen',
      carriedFen: 'c.carried_fen',
      status: 'c.status',
      restoredFen: 'c.restored_fen',
      restoreReason: 'c.restore_reason',
      reason: 'c.reason',
      operatorName: 'c.operator_name',
    },
    names: { batchId: 'b.name', ruleId: 'r.name', departmentId: 'd.name' },
    where: { departmentId: (value) => departmentWithin('c.organization_id', 'c.department_id', value) },
    check: async (_ctx, _search, { sums }) => {
      if (!sums) return null;
      const { beforeFen = 0, clearedFen = 0, carriedFen = 0 } = sums;
      return {
        ok: beforeFen === clearedFen + carriedFen,
        text: `清零前 ${formatFenGrouped(beforeFen)} = 清零额 ${formatFenGrouped(clearedFen)} + 结转额 ${formatFenGrouped(carriedFen)}`,
      };
    },
  },
  outsideTransaction: ['restore', 'clear', 'decide_clear'],
  actions: {
    restore: (ctx, { rows, values }) =>
      restoreCleared(ctx, {
        id: rows[0]!.id,
        expiresOn: values.newExpiresOn as string | null,
        reason: String(values.restoreWhy),
      }),
  },
  verbs: {
    // What a clearing would take now, and how the last ones went.
    due: async (ctx, body) => {
      const batchId = await batchIn(ctx, body);
      if (isRefusal(batchId)) return batchId;
      const organizationId = ownOrganization(ctx);
      const [groups, runs] = await Promise.all([
        dueNow(ctx.services, organizationId, batchId),
        recentRuns(ctx.services, organizationId, 3, ctx.session.accountId),
      ]);
      return { groups, runs };
    },
    clear: async (ctx, body) => {
      const batchId = await batchIn(ctx, body);
      if (isRefusal(batchId)) return batchId;
      const reason = typeof body.reason === 'string' ? body.reason.trim().slice(0, 100) : '';
      if (!reason) return refuse('INVALID_FIELDS', { detail: '请填写清零原因' }, { reason: '请填写清零原因' });
      const organizationId = ownOrganization(ctx);
      const run = await openClearRun(ctx.services, {
        organizationId,
        mode: 'MANUAL',
        asOf: businessDay(ctx.clock.now()),
        batchId,
        reason,
        creatorId: ctx.session.accountId,
        creatorName: ctx.session.name,
      });
      if (isRefusal(run)) return run;
      await ctx.audit({
        action: run.waiting ? '申请补贴清零' : '补贴清零',
        targetId: run.id,
        targetName: run.runNo,
        changes: [
          { key: 'count', label: '笔数', before: null, after: run.count },
          { key: 'reason', label: '原因', before: null, after: reason },
        ],
      });
      if (!run.waiting) await start(ctx, run.id);
      return { id: run.id, waiting: run.waiting };
    },
    decide_clear: async (ctx, body) => {
      const decided = await decideClearRun(ctx, readId(body.id) ?? 0, body.accept === true);
      if (decided && !isRefusal(decided)) await start(ctx, decided.id);
      return decided;
    },
  },
});

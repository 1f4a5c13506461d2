/** Server side of 补贴清零明细. */

import { bool, int, text } from '../../../kit/define/field.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { oneRecord } from '../../../kit/server/page/bodies.ts';
import { over } from '../../../kit/server/page/over.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { decideClearRun } from '../clearing/decide-run.ts';
import { dueNow, recentRuns } from '../clearing/due.ts';
import { openClearRun } from '../clearing/open-run.ts';
import { restoreCleared } from '../clearing/restore.ts';
import { clearJob, keyOf } from '../jobs.ts';
import { type GrantPurse, type GrantUnit, inMeals, inMoney } from '../units.ts';
import { clearDetail, countClearDetail } from './clear-detail.page.ts';

/** The batch asked for, if it is one the session sees; null means whatever has ended. */
async function batchIn(ctx: Ctx, purse: GrantPurse, body: Record<string, unknown>) {
  if (body.batchId === null || body.batchId === undefined) return null;
  const batch = await ctx.db
    .selectFrom('subsidy_batch')
    .select('id')
    .where('id', '=', readId(body.batchId) ?? 0)
    .where('kind', '=', 'GRANT')
    .where('purse', '=', purse)
    .executeTakeFirst();
  return batch ? batch.id : refuse('NOT_FOUND');
}

async function start(ctx: Ctx, id: number): Promise<void> {
  const record = { organizationId: ownOrganization(ctx), id };
  await ctx.services.jobs.enqueue(clearJob, record, { key: keyOf(record) });
}

const ofBatch = { batchId: int('批次，不传为全部到期', { min: 1 }) };

const bindClear = (spec: typeof clearDetail, { purse }: GrantUnit) =>
  bind(spec, {
    list: over(
      spec,
      'subsidy_clear as c',
      {
        refs: ['departmentId as d'],
        names: { batchId: 'b.name', ruleId: 'r.name' },
        columns: { runNo: 'u.run_no', personName: 'p.name', jobNumber: 'p.job_number' },
      },
      (from) =>
        from
          .innerJoin('subsidy_clear_run as u', (on) =>
            on.onRef('u.organization_id', '=', 'c.organization_id').onRef('u.id', '=', 'c.run_id'),
          )
          .innerJoin('person as p', (on) =>
            on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
          )
          .leftJoin('subsidy_batch as b', (on) =>
            on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
          )
          .leftJoin('subsidy_rule as r', (on) =>
            on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.rule_id'),
          )
          .where('u.purse', '=', purse),
    ),
    outsideTransaction: ['restore', 'clear', 'decide_clear'],
    actions: {
      restore: (ctx, { rows, values }) =>
        restoreCleared(ctx, {
          id: rows[0]!.id,
          expiresOn: values.newExpiresOn as string | null,
          reason: String(values.restoreWhy),
        }),
    },
    reads: ['due'],
    bodies: {
      due: ofBatch,
      clear: { ...ofBatch, reason: text('原因', { required: true, max: 100 }) },
      decide_clear: { ...oneRecord, accept: bool('同意', { required: true }) },
    },
    verbs: {
      // What a clearing would take now, and how the last ones went.
      due: async (ctx, body) => {
        const batchId = await batchIn(ctx, purse, body);
        if (isRefusal(batchId)) return batchId;
        const organizationId = ownOrganization(ctx);
        const [groups, runs] = await Promise.all([
          dueNow(ctx.services, organizationId, batchId, purse),
          recentRuns(ctx.services, organizationId, 3, ctx.session.accountId, purse),
        ]);
        return { groups, runs };
      },
      clear: async (ctx, body) => {
        const batchId = await batchIn(ctx, purse, body);
        if (isRefusal(batchId)) return batchId;
        const reason = typeof body.reason === 'string' ? body.reason.trim().slice(0, 100) : '';
        if (!reason) return refuse('INVALID_FIELDS', { detail: '请填写清零原因' }, { reason: '请填写清零原因' });
        const organizationId = ownOrganization(ctx);
        const run = await openClearRun(ctx.services, {
          organizationId,
          purse,
          mode: 'MANUAL',
          asOf: businessDay(ctx.clock.now()),
          batchId,
          reason,
          makerId: ctx.session.accountId,
          makerName: ctx.session.name,
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

export default [bindClear(clearDetail, inMoney), bindClear(countClearDetail, inMeals)];

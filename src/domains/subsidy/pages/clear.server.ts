/** Server side of 补贴清零单. */

import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { decideClearRun } from '../clearing/decide-run.ts';
import { dueNow } from '../clearing/due.ts';
import { openClearRun } from '../clearing/open-run.ts';
import { plannedOutcome, plannedPreview } from '../clearing/planned.ts';
import { clearJob, keyOf } from '../jobs.ts';
import { subsidyRefusals } from '../refusals.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { clearing, countClearing } from './clear.page.ts';

async function start(ctx: Ctx, id: number): Promise<void> {
  const record = { organizationId: ownOrganization(ctx), id };
  await ctx.services.jobs.enqueue(clearJob, record, { key: keyOf(record) });
}

/** A second person's word on a run that waits; it starts when accepted. */
const decide =
  (accept: boolean) =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    const decided = await decideClearRun(ctx, rows[0]!.id, accept);
    if (isRefusal(decided)) return decided;
    if (decided) await start(ctx, decided.id);
    return null;
  };

const bindClear = (spec: typeof clearing, unit: GrantUnit) =>
  bind(spec, {
    list: over(spec, 'subsidy_clear_run as u', { maker: 'u.maker_id', names: { batchId: 'b.name' } }, (from) =>
      from
        .leftJoin('subsidy_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'u.organization_id').onRef('b.id', '=', 'u.batch_id'),
        )
        .where('u.purse', '=', unit.purse),
    ),
    outsideTransaction: ['create', 'approve', 'reject'],
    preview: async (ctx, { batchId }) => {
      const groups = await dueNow(ctx.services, ownOrganization(ctx), batchId ?? null, unit.purse);
      return groups.length > 0 ? plannedPreview(groups, unit) : refuse(subsidyRefusals.SUBSIDY_NOTHING_DUE);
    },
    create: async (ctx, { batchId, reason }) => {
      const run = await openClearRun(ctx.services, {
        organizationId: ownOrganization(ctx),
        purse: unit.purse,
        mode: 'MANUAL',
        asOf: businessDay(ctx.clock.now()),
        batchId: batchId ?? null,
        reason: reason!,
        makerId: ctx.session.accountId,
        makerName: ctx.session.name,
      });
      if (isRefusal(run)) return run;
      await ctx.audit({
        action: run.waiting ? '申请补贴清零' : '补贴清零',
        targetId: run.id,
        targetName: run.runNo,
        changes: [
          { key: 'totalCount', label: '笔数', before: null, after: run.count },
          { key: 'reason', label: '原因', before: null, after: reason },
        ],
      });
      if (!run.waiting) await start(ctx, run.id);
      return { id: run.id };
    },
    actions: { approve: decide(true), reject: decide(false) },
    outcomes: {
      approve: async (ctx, { rows }) => {
        const { id } = rows[0]!;
        const run = await ctx.db
          .selectFrom('subsidy_clear_run')
          .select(['run_no', 'batch_id'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return plannedOutcome(
          run.run_no,
          await dueNow(ctx.services, ownOrganization(ctx), run.batch_id, unit.purse),
          unit,
        );
      },
    },
  });

export default [bindClear(clearing, inMoney), bindClear(countClearing, inMeals)];

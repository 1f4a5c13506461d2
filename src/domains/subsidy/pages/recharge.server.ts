/** Server side of 发放补贴. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { over } from '../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { personOr } from '../../people/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { moveBatch } from '../batch/change-batch.ts';
import { runSubsidyBatch } from '../batch/run-batch.ts';
import { grantOne } from '../lots/grant-one.ts';
import { grantOutcome } from '../lots/grant-outcome.ts';
import { itemState, itemsFrom, movedOut, stateOn } from '../lots/item-list.ts';
import { returnLot } from '../lots/return-lot.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { countGrants, grants } from './recharge.page.ts';

const forever = new AbortController().signal;

async function lineOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('subsidy_item')
    .select(['organization_id', 'batch_id', 'wallet_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const bindGrants = (spec: typeof grants, { purse }: GrantUnit) =>
  bind(spec, {
    list: over(spec, 'subsidy_item as i', {
      from: (db) => itemsFrom(db).where('b.mode', '=', 'SINGLE').where('b.purse', '=', purse),
      maker: 'b.maker_id',
      columns: {
        jobNumber: 'p.job_number',
        ruleId: 'b.rule_id',
        batchNo: 'b.batch_no',
        batchId: 'b.id',
        usedFen: movedOut('CONSUME', 'SUPPLEMENT'),
        clearedFen: movedOut('SUBSIDY_CLEAR'),
        returnedFen: movedOut('SUBSIDY_RETURN'),
        remainingFen: sql`coalesce(w.balance_fen, 0)`,
        expiresOn: 'b.expires_on',
        reason: 'b.reason',
        status: itemState,
        makerName: 'b.maker_name',
        checkerName: 'b.checker_name',
        createdAt: 'b.created_at',
      },
      names: { personId: 'p.name', departmentId: 'd.name', ruleId: 'r.name', batchId: 'b.name' },
      where: {
        keyword: personOr('b.batch_no'),
        status: (value, ctx) =>
          sql`(case when ${itemState} = 'ACTIVE' and w.expires_on < ${businessDay(ctx.clock.now())}::date then 'EXPIRED'
          else ${itemState} end) = any(${Array.isArray(value) ? value : [value]}::text[])`,
      },
      derive: (row, ctx) => ({
        status: stateOn(businessDay(ctx.clock.now()), row.status, row.expiresOn),
      }),
    }),
    outsideTransaction: ['create', 'approve', 'return'],
    create: (ctx, values) =>
      grantOne(ctx, {
        purse,
        personId: values.personId!,
        ruleId: values.ruleId ?? null,
        amountFen: values.amountFen!,
        expiresOn: values.expiresOn ?? null,
        reason: values.reason!,
      }),
    outcomes: { approve: grantOutcome },
    actions: {
      approve: async (ctx, { rows }) => {
        const row = rows[0]!;
        const line = await lineOf(ctx, row.id);
        const changed = await runCommand(ctx, (inner) => moveBatch(inner, 'approve', [line.batch_id]));
        if (isRefusal(changed)) return changed;
        await runSubsidyBatch(ctx.services, { organizationId: line.organization_id, id: line.batch_id }, forever);
        const after = await ctx.db
          .selectFrom('subsidy_item')
          .select(['status', 'fail_reason'])
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow();
        return after.status === 'FAILED' ? refuse('NOT_NOW', { why: `未入账：${after.fail_reason}` }) : null;
      },
      reject: async (ctx, { rows, values }) => {
        const line = await lineOf(ctx, rows[0]!.id);
        return moveBatch(ctx, 'void', [line.batch_id], values);
      },
      return: async (ctx, { rows, values }) => {
        const line = await lineOf(ctx, rows[0]!.id);
        if (line.wallet_id === null) return refuse('NOT_FOUND');
        const done = await returnLot(ctx, {
          purse,
          walletId: line.wallet_id,
          amountFen: values.returnFen as number | null,
          reason: String(values.reason),
        });
        return isRefusal(done) ? done : null;
      },
    },
  });

export default [bindGrants(grants, inMoney), bindGrants(countGrants, inMeals)];

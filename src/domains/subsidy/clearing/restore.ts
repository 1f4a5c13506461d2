/**
 * 恢复 of what was cleared. Into the same lot while that can still be spent; after its last day as a new lot with a new
 * one, in a batch of its own, because money put back into an ended lot could not be spent.
 */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, type MoneyRequest, type Posted, type Tx } from '../../wallet/public.server.ts';
import { batchNo } from '../batch/create-batch.ts';
import { movedAmount } from '../lots/moved.ts';
import { subsidyRefusals } from '../refusals.ts';
import { type GrantPurse, unitOf } from '../units.ts';

export interface Restore {
  id: number;
  /** Last day of the new lot; needed when the old one has ended. */
  expiresOn: string | null;
  reason: string;
}

interface ClearedLot {
  id: number;
  person_id: number;
  department_id: number | null;
  rule_id: number | null;
  posting_id: number | null;
  expires_on: string | null;
  cleared_fen: number;
  carried_fen: number;
  status: string;
  name: string;
  job_number: string | null;
  type_id: number;
  purse: GrantPurse;
}

async function markRestored(ctx: Ctx, tx: Tx, lot: ClearedLot, input: Restore, posted: Posted) {
  const { rowCount } = await tx.query(
    `update subsidy_clear set status = 'RESTORED', restored_at = $3, restored_by_id = $4, restored_fen = $5, restore_reason = $6
      where organization_id = $1 and id = $2 and status = 'DONE'`,
    [
      ownOrganization(ctx),
      lot.id,
      isoAt(ctx.clock.now()),
      posted.postingId,
      movedAmount(posted, lot.purse),
      input.reason,
    ],
  );
  if (rowCount !== 1) return refuse('BAD_STATE', { state: '已恢复', action: '再次恢复' });
  await auditInto(ctx, tx, {
    action: '恢复清零',
    targetId: lot.id,
    targetName: lot.name,
    changes: [
      {
        key: 'restoredFen',
        label: '恢复',
        before: null,
        after: unitOf(lot.purse).said(movedAmount(posted, lot.purse)),
      },
      { key: 'reason', label: '原因', before: null, after: input.reason },
    ],
  });
  return undefined;
}

/** The batch and line of a new lot, so that it stands in the verification sheet like any other. */
async function writeBatch(ctx: Ctx, tx: Tx, lot: ClearedLot, input: Restore, posted: Posted, batchId: number) {
  const organizationId = ownOrganization(ctx);
  const at = isoAt(ctx.clock.now());
  await tx.query(
    `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, rule_id, period, grant_on, expires_on, purse, choice,
       reason, total_count, total_fen, posted_count, posted_fen, status, maker_id, maker_name, started_at, finished_at,
       created_at, updated_at)
     values ($1, $2, $3, $4, 'GRANT', 'RESTORE', $5, $6, $7, $8, $14, '{}', $9, 1, $10, 1, $10, 'GRANTED', $11, $12, $13, $13, $13,
       $13)`,
    [
      organizationId,
      batchId,
      batchNo(at, batchId),
      `${lot.name} 清零恢复`.slice(0, 60),
      lot.rule_id,
      posted.businessDate.slice(0, 7),
      posted.businessDate,
      input.expiresOn,
      input.reason,
      movedAmount(posted, lot.purse),
      ctx.session.accountId,
      ctx.session.name,
      at,
      lot.purse,
    ],
  );
  await tx.query(
    `insert into subsidy_item (organization_id, batch_id, id, line_no, person_id, job_number, person_name, department_id,
       type_id, amount_fen, verdict, status, posting_id, wallet_id, posted_at)
     values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, 'GOOD', 'POSTED', $10, $11, $12)`,
    [
      organizationId,
      batchId,
      await ctx.ids.next(),
      lot.person_id,
      lot.job_number ?? '',
      lot.name,
      lot.department_id,
      lot.type_id,
      movedAmount(posted, lot.purse),
      posted.postingId,
      posted.walletId ?? null,
      at,
    ],
  );
}

/** Refused: not cleared or restored already, and an ended lot without a new last day. */
export async function restoreCleared(ctx: Ctx, input: Restore): Promise<Refusal | null> {
  const lot: ClearedLot | undefined = await ctx.db
    .selectFrom('subsidy_clear as c')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
    )
    .innerJoin('subsidy_clear_run as u', (on) =>
      on.onRef('u.organization_id', '=', 'c.organization_id').onRef('u.id', '=', 'c.run_id'),
    )
    .select([
      'c.id',
      'c.person_id',
      'c.department_id',
      'c.rule_id',
      'c.posting_id',
      'c.expires_on',
      'c.cleared_fen',
      'c.carried_fen',
      'c.status',
      'p.name',
      'p.job_number',
      'p.type_id',
      'u.purse',
    ])
    .where('c.id', '=', input.id)
    .executeTakeFirst();
  if (!lot) return refuse('NOT_FOUND');
  if (lot.status !== 'DONE' || lot.posting_id === null || lot.cleared_fen === 0)
    return refuse('BAD_STATE', { state: lot.status === 'RESTORED' ? '已恢复' : '未清零', action: '恢复' });
  const now = ctx.clock.now();
  const today = businessDay(now);
  const alive = lot.expires_on === null || lot.expires_on >= today;
  const intoLot = alive && lot.carried_fen === 0;
  if (!intoLot && (input.expiresOn === null || input.expiresOn < today))
    return refuse(
      subsidyRefusals.SUBSIDY_RESTORE_DATE,
      { date: lot.expires_on ?? '', today },
      { expiresOn: `请填写不早于 ${today} 的有效期` },
    );
  const batchId = await ctx.ids.next();
  const base = {
    organizationId: ownOrganization(ctx),
    requestKey: `subrestore:${lot.id}:${formKey(ctx)}`,
    personId: lot.person_id,
    occurredAt: now,
    operatorId: ctx.session.accountId,
    reason: input.reason,
    sourceType: 'subsidy_clear',
    sourceId: lot.id,
  };
  const request: MoneyRequest = intoLot
    ? {
        ...base,
        kind: 'REVERSE',
        originalPostingId: lot.posting_id,
        companion: (tx, posted) => markRestored(ctx, tx, lot, input, posted),
      }
    : {
        ...base,
        kind: 'SUBSIDY_GRANT',
        amountFen: lot.cleared_fen,
        purse: lot.purse,
        batchId,
        ...(lot.rule_id === null ? {} : { ruleId: lot.rule_id }),
        ...(input.expiresOn === null ? {} : { expiresOn: input.expiresOn }),
        companion: async (tx, posted) => {
          const no = await markRestored(ctx, tx, lot, input, posted);
          if (!no) await writeBatch(ctx, tx, lot, input, posted, batchId);
          return no;
        },
      };
  const outcome = await ctx.services.wallet.submit(request);
  return isRefusal(outcome) ? outcome : null;
}

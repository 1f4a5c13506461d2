/**
 * 退补贴: the unit takes back what is left in a lot, wholly or in part, with a reason; and takes that back again. Above
 * what one person may do alone a second one has to agree first.
 */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Tx } from '../../wallet/public.server.ts';
import { type GrantPurse, unitOf } from '../units.ts';
import { movedAmount } from './moved.ts';
import { returnFlow } from './return-states.ts';

export interface LotReturn {
  /** The lot: a wallet of the purse. */
  purse: GrantPurse;
  walletId: number;
  /** Null: all that is left. */
  amountFen: number | null;
  reason: string;
}

/** What a return is made of, before anybody decided about it. */
interface Paper {
  id: number;
  lot: { id: number; kind: string; batch_id: number; person_id: number; department_id: number | null; name: string };
  amountFen: number;
  reason: string;
  at: string;
}

/** The return's row; without a posting it waits. */
async function writeReturn(
  ctx: Ctx,
  tx: Tx,
  { id, lot, amountFen, reason, at }: Paper,
  posted: { postingId: number; businessDate: string } | null,
): Promise<void> {
  await tx.query(
    `insert into subsidy_return (organization_id, id, return_no, person_id, department_id, batch_id, wallet_id, amount_fen,
       reason, maker_id, maker_name, posting_id, business_date, at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ownOrganization(ctx),
      id,
      `TB${at.slice(0, 10).replaceAll('-', '')}${id}`,
      lot.person_id,
      lot.department_id,
      lot.batch_id || null,
      lot.id,
      amountFen,
      reason,
      ctx.session.accountId,
      ctx.session.name,
      posted?.postingId ?? null,
      posted?.businessDate ?? null,
      at,
      posted ? 'OK' : 'PENDING',
    ],
  );
  await auditInto(ctx, tx, {
    action: posted ? '退补贴' : '申请退补贴',
    targetId: id,
    targetName: lot.name,
    changes: [
      { key: 'amountFen', label: '退回', before: null, after: unitOf(lot.kind as GrantPurse).said(amountFen) },
      { key: 'reason', label: '原因', before: null, after: reason },
    ],
  });
}

/** The return's id. Refused: an unknown lot, more than is left, nothing left. Above `aloneFen` it waits. */
export async function returnLot(ctx: Ctx, input: LotReturn): Promise<{ id: number } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const lot = await ctx.db
    .selectFrom('wallet as w')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
    )
    .select(['w.id', 'w.kind', 'w.batch_id', 'w.person_id', 'w.balance_fen', 'w.held_fen', 'p.name', 'p.department_id'])
    .where('w.id', '=', input.walletId)
    .where('w.kind', '=', input.purse)
    .executeTakeFirst();
  if (!lot) return refuse('NOT_FOUND');
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const availableFen = lot.balance_fen - lot.held_fen;
  const paper: Paper = { id, lot, amountFen: input.amountFen ?? availableFen, reason: input.reason, at };
  // More than is left is refused by the purse, below.
  if (paper.amountFen > unitOf(input.purse).alone && paper.amountFen <= availableFen)
    return (await runCommand(ctx, async (inner) => {
      await writeReturn(inner, sqlOf(inner.db), paper, null);
      return { id };
    })) as { id: number } | Refusal;
  const outcome = await ctx.services.wallet.submit({
    kind: 'SUBSIDY_RETURN',
    organizationId,
    requestKey: `subret:${ctx.session.accountId}:${ctx.requestKey ?? id}`,
    personId: lot.person_id,
    occurredAt: now,
    walletId: lot.id,
    ...(input.amountFen === null ? {} : { amountFen: input.amountFen }),
    operatorId: ctx.session.accountId,
    reason: input.reason,
    sourceType: 'subsidy_return',
    sourceId: id,
    companion: async (tx, posted) => {
      await writeReturn(ctx, tx, { ...paper, amountFen: movedAmount(posted, input.purse) }, posted);
      return undefined;
    },
  });
  if (isRefusal(outcome)) return outcome;
  // A repeated form gets the first return back, not a second one.
  const row = await ctx.db
    .selectFrom('subsidy_return')
    .select('id')
    .where('posting_id', '=', outcome.posted.postingId)
    .executeTakeFirstOrThrow();
  return { id: row.id };
}

/** 撤销 of a return: the money goes back into its lot. */
export async function reverseReturn(ctx: Ctx, id: number, reason: string): Promise<Refusal | null> {
  const row = await ctx.db
    .selectFrom('subsidy_return as r')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
    )
    .select(['r.id', 'r.person_id', 'r.posting_id', 'r.status', 'r.return_no', 'p.name'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const no = refuseMove(ctx, returnFlow, 'reverse', row, row.return_no);
  if (no) return no;
  if (row.posting_id === null) throw new Error(`return ${row.return_no} was never posted`);
  const organizationId = ownOrganization(ctx);
  const now = ctx.clock.now();
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId,
    // The form asked twice is answered alike; a second form finds nothing left to reverse.
    requestKey: `subret-reverse:${id}:${formKey(ctx)}`,
    personId: row.person_id,
    occurredAt: now,
    originalPostingId: row.posting_id,
    operatorId: ctx.session.accountId,
    reason,
    sourceType: 'subsidy_return',
    sourceId: id,
    companion: async (tx, posted) => {
      await tx.query(
        `update subsidy_return set status = 'REVERSED', reversed_at = $3, reverse_reason = $4, reverse_posting_id = $5,
           version = version + 1
         where organization_id = $1 and id = $2`,
        [organizationId, id, isoAt(now), reason, posted.postingId],
      );
      await auditInto(ctx, tx, {
        action: '撤销退补贴',
        targetId: id,
        targetName: `${row.name}（${row.return_no}）`,
        changes: [{ key: 'status', label: '状态', before: '已退回', after: `已撤销：${reason}` }],
      });
      return undefined;
    },
  });
  return isRefusal(outcome) ? outcome : null;
}

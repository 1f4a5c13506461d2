/** 结算: what the platform holds of a confirmed statement becomes withdrawable; what is owed outside gets a day. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moveEntry, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Line, UnitPurse } from '../ledger/lines.ts';
import { post } from '../ledger/post.ts';
import type { UnitStatementRow } from '../tables.ts';
import { lockStatement } from './confirm.ts';
import { statementFlow } from './statement-states.ts';

/** Days the organization has to pay what it owes outside. */
const claimDays = 15;

/** 待结算 → 可提现 of each receiver. */
export function released(s: UnitStatementRow): Line[] {
  const of = (unitType: UnitPurse['unitType'], unitId: number, fen: number): Line[] => [
    { unitType, unitId, purse: 'PENDING', amountFen: -fen },
    { unitType, unitId, purse: 'AVAILABLE', amountFen: fen },
  ];
  return [
    ...of('PLATFORM', platformUnitId, s.service_wallet_fen),
    ...of('ORGANIZATION', s.organization_id, s.share_wallet_fen),
    ...of('CONTRACTOR', s.contractor_id, s.wallet_fen),
  ];
}

async function settleOne(ctx: Ctx, id: number): Promise<Refusal | undefined> {
  const s = await lockStatement(ctx, id);
  if (isRefusal(s)) return s;
  const wrong = refuseMove(ctx, statementFlow, 'settle', s, s.statement_no);
  if (wrong) return wrong;
  const posting = await post(ctx, sqlOf(ctx.db), {
    requestKey: `RELEASE:STATEMENT:${s.id}`,
    kind: 'RELEASE',
    lines: released(s),
    organizationId: s.organization_id,
    contractorId: s.contractor_id,
    contractId: s.contract_id,
    document: { type: 'STATEMENT', id: s.id },
    operatorId: ctx.session.accountId,
    reason: s.statement_no,
  });
  if (isRefusal(posting)) return posting;
  const now = ctx.clock.now();
  const owed = s.claim_fen + s.service_claim_fen > 0;
  await ctx.db
    .updateTable('unit_statement')
    .set((eb) => ({
      status: 'SETTLED',
      settled_by: ctx.session.accountId,
      settled_name: ctx.witness ? `${ctx.session.name}、${ctx.witness.name}` : ctx.session.name,
      settled_at: isoAt(now),
      claim_due_on: owed ? addDays(dateAt(now), claimDays) : null,
      version: eb('version', '+', 1),
    }))
    .where('organization_id', '=', s.organization_id)
    .where('id', '=', s.id)
    .execute();
  await ctx.audit(moveEntry(statementFlow, 'settle', s, s.statement_no, `划付 ${formatFenGrouped(releasedFen(s))} 元`));
  return undefined;
}

/** All of the selection or none. */
export async function settleStatements(ctx: Ctx, { ids }: ActionInput): Promise<Refusal | null> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    const no = await settleOne(ctx, id);
    if (no) return no;
  }
  return null;
}

const releasedFen = (s: UnitStatementRow) => s.service_wallet_fen + s.share_wallet_fen + s.wallet_fen;

/** What 结算 of the selection would release. */
export async function settleOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome> {
  const rows = await ctx.db
    .selectFrom('unit_statement')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .execute();
  const sum = (of: (s: UnitStatementRow) => number) => rows.reduce((all, s) => all + of(s), 0);
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  return {
    lines: [
      ['结算单', `${rows.length} 份`],
      ['转承包商可提现', yuan(sum((s) => s.wallet_fen))],
      ['转单位可提现', yuan(sum((s) => s.share_wallet_fen))],
      ['平台服务费', yuan(sum((s) => s.service_wallet_fen))],
      ['单位线下应付', `${yuan(sum((s) => s.claim_fen + s.service_claim_fen))}，${claimDays} 天内付清`],
    ],
    amountFen: sum(releasedFen),
  };
}

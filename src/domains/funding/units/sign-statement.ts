/** 确认对账: the caterer agrees with the closing balances of a unit for a period. What moves in the period later is said beside it. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { purseAccounts } from '../sheets/account-words.ts';
import { type StatementRow, unitStatement } from './unit-statement.ts';

export interface SignedPeriod {
  organizationId: number;
  /** Business days, both included. */
  from: string;
  to: string;
}

/** Keeps the closing balances as they stand. Refused: days that are not over, a unit whose accounts are not open to it. */
export async function signStatement(ctx: Ctx, { organizationId, from, to }: SignedPeriod): Promise<Refusal | null> {
  if (to < from) return refuseField('toDate', '不能早于开始日期');
  if (to >= businessDay(ctx.clock.now())) return refuseField('toDate', `${to} 的营业日还没有结束`);
  const { unitType, unitId, accountId, name } = ctx.session;
  if (unitType !== 'CONTRACTOR' || unitId === null) return refuse('FORBIDDEN');
  const rows = await unitStatement(ctx, { organizationId, businessDate: [from, to] });
  if (rows.length === 0) return refuseField('organizationId', '该单位没有对承包商开放就餐人账户，不能确认');
  const at = isoAt(ctx.clock.now());
  for (const { account, closingFen } of rows)
    await ctx.db
      .insertInto('statement_sign')
      .values({
        organization_id: organizationId,
        id: await ctx.ids.next(),
        contractor_id: unitId,
        from_date: from,
        to_date: to,
        account,
        closing_fen: closingFen,
        signer_id: accountId,
        signer_name: name,
        signed_at: at,
      })
      .execute();
  await ctx.audit({
    action: '确认对账',
    targetId: organizationId,
    targetName: `${rows[0]!.organizationName} ${from} 至 ${to}`,
    changes: rows.map(({ account, closingFen }) => ({
      key: account,
      label: labelIn(purseAccounts, account),
      before: null,
      after: formatFenGrouped(closingFen),
    })),
  });
  return null;
}

/** The rows with who signed exactly this period last, and whether the balance still is what was signed. */
export async function withSigns(
  ctx: Ctx,
  rows: readonly StatementRow[],
  [from, to]: readonly (string | null)[],
): Promise<(StatementRow & { signState: 'OPEN' | 'SIGNED' | 'CHANGED'; signedBy: string; signedAt: string | null })[]> {
  const signs =
    from && to
      ? await ctx.db
          .selectFrom('statement_sign')
          .select(['organization_id', 'account', 'closing_fen', 'signer_name', 'signed_at'])
          .where('from_date', '=', from)
          .where('to_date', '=', to)
          .orderBy('id', 'desc')
          .execute()
      : [];
  return rows.map((row) => {
    const sign = signs.find((one) => one.organization_id === row.organizationId && one.account === row.account);
    const signState = !sign ? 'OPEN' : sign.closing_fen === row.closingFen ? 'SIGNED' : 'CHANGED';
    return { ...row, signState, signedBy: sign?.signer_name ?? '', signedAt: sign?.signed_at ?? null };
  });
}

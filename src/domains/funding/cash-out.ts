/** 取款: main money back to the person in cash; document and posting are one transaction. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { auditInto } from '../../kit/server/audit/origin.ts';
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { Show } from '../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import { counterKey, counterPerson } from './person.ts';
import { receipt } from './receipt.ts';

export interface CashOutInput {
  personId: number;
  amountFen: number;
  reason: 'PARTIAL' | 'CLOSE_ACCOUNT';
  remark: string;
}

/** Books cash given out; the answer carries the slip. Refused: closed account, more than the main account has free. */
export async function cashOut(ctx: Ctx, input: CashOutInput): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId, 'OUT');
  if (isRefusal(person)) return person;
  const organizationId = ownOrganization(ctx);
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const outcome = await ctx.services.wallet.submit({
    kind: 'CASH_OUT',
    organizationId,
    requestKey: counterKey(ctx, 'cash_out', id),
    personId: person.id,
    occurredAt: now,
    amountFen: input.amountFen,
    operatorId: ctx.session.accountId,
    reason: input.remark,
    sourceType: 'cash_out',
    sourceId: id,
    companion: async (tx, posted) => {
      await tx.query(
        `insert into cash_out (organization_id, id, cash_out_no, person_id, amount_fen, reason, operator_id, operator_name,
           posting_id, balance_after_fen, business_date, at, status, remark)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'OK', $13)`,
        [
          organizationId,
          id,
          `QK${at.slice(0, 10).replaceAll('-', '')}${id}`,
          person.id,
          input.amountFen,
          input.reason,
          ctx.session.accountId,
          ctx.session.name,
          posted.postingId,
          posted.balances.MAIN ?? 0,
          posted.businessDate,
          at,
          input.remark,
        ],
      );
      await auditInto(ctx, tx, {
        action: '取款',
        targetId: id,
        targetName: person.name,
        changes: [
          { key: 'amountFen', label: '取款金额（元）', before: null, after: formatFenGrouped(input.amountFen) },
        ],
      });
    },
  });
  if (isRefusal(outcome)) return outcome;
  const document = await ctx.db
    .selectFrom('cash_out')
    .select(['id', 'cash_out_no', 'at'])
    .where('posting_id', '=', outcome.posted.postingId)
    .executeTakeFirstOrThrow();
  return {
    id: document.id,
    receipt: receipt({
      title: '取款凭条',
      documentNo: document.cash_out_no,
      personName: person.name,
      jobNumber: person.job_number,
      amountFen: input.amountFen,
      balanceFen: outcome.posted.balances.MAIN ?? 0,
      at: document.at.slice(0, 19).replace('T', ' '),
      operator: ctx.session.name,
      unit: ctx.session.unitName ?? '',
      extra: [['本人签字', '＿＿＿＿＿＿']],
    }),
  };
}

/** 存款: cash over the counter into the main account; document and posting are one transaction. */
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { auditInto } from '../../kit/server/audit/origin.ts';
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { Show } from '../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import { limitOf } from './limits.ts';
import { counterKey, counterPerson } from './person.ts';
import { receipt } from './receipt.ts';

/** Books cash; the answer carries the slip. Refused: closed account, stored maximum. */
export async function deposit(
  ctx: Ctx,
  input: { personId: number; amountFen: number; remark: string },
): Promise<({ id: number } & Show) | Refusal> {
  const person = await counterPerson(ctx, input.personId);
  if (isRefusal(person)) return person;
  const organizationId = ownOrganization(ctx);
  const limit = await limitOf(ctx.services.pool, organizationId, person.type_id);
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const day = at.slice(0, 10).replaceAll('-', '');
  const outcome = await ctx.services.wallet.submit({
    kind: 'DEPOSIT',
    organizationId,
    requestKey: counterKey(ctx, 'deposit', id),
    personId: person.id,
    occurredAt: now,
    amountFen: input.amountFen,
    maxBalanceFen: limit.maxBalanceFen,
    operatorId: ctx.session.accountId,
    sourceType: 'cash_deposit',
    sourceId: id,
    companion: async (tx, posted) => {
      await tx.query(
        `insert into cash_deposit (organization_id, id, deposit_no, receipt_no, person_id, amount_fen, operator_id,
           operator_name, posting_id, balance_after_fen, business_date, at, status, remark)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'OK', $13)`,
        [
          organizationId,
          id,
          `CK${day}${id}`,
          `XP${day}${id}`,
          person.id,
          input.amountFen,
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
        action: '存款',
        targetId: id,
        targetName: person.name,
        changes: [
          { key: 'amountFen', label: '存款金额（元）', before: null, after: formatFenGrouped(input.amountFen) },
        ],
      });
    },
  });
  if (isRefusal(outcome)) return outcome;
  const document = await ctx.db
    .selectFrom('cash_deposit')
    .select(['id', 'deposit_no', 'receipt_no', 'at'])
    .where('posting_id', '=', outcome.posted.postingId)
    .executeTakeFirstOrThrow();
  return {
    id: document.id,
    receipt: receipt({
      title: '现金存款凭条',
      documentNo: document.deposit_no,
      personName: person.name,
      jobNumber: person.job_number,
      amountFen: input.amountFen,
      balanceFen: outcome.posted.balances.MAIN ?? 0,
      at: document.at.slice(0, 19).replace('T', ' '),
      operator: ctx.session.name,
      unit: ctx.session.unitName ?? '',
      extra: [['小票号', document.receipt_no]],
    }),
  };
}

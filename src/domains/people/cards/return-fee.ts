/** 退工本费: a card fee taken by mistake goes back the way it had come; the card stays as it is. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, formKey } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { acting } from '../acting.ts';
import { cardReceipt, onlyRow } from './card-actions.ts';

/** A fee older than this is a matter for the books, not for the counter. */
const feeDays = 31;

interface Fee {
  postingId: number;
  amountFen: number;
  reason: string;
  occurredAt: string;
  cash: boolean;
}

/** The person's last fee of which nothing was given back. */
async function lastFee(ctx: Ctx, personId: number): Promise<Fee | undefined> {
  return ctx.db
    .selectFrom('posting as g')
    .leftJoin('posting_reversed as r', (on) =>
      on.onRef('r.organization_id', '=', 'g.organization_id').onRef('r.posting_id', '=', 'g.id'),
    )
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'g.organization_id')
        .onRef('e.business_date', '=', 'g.business_date')
        .onRef('e.posting_id', '=', 'g.id')
        .on('e.account', '<>', 'card_fee'),
    )
    .select((eb) => [
      'g.id as postingId',
      'g.amount_fen as amountFen',
      'g.reason',
      'g.occurred_at as occurredAt',
      eb('e.account', '=', 'cash_drawer').as('cash'),
    ])
    .where('g.kind', '=', 'CARD_FEE')
    .where('g.person_id', '=', personId)
    .where('g.business_date', '>=', addDays(businessDay(ctx.clock.now()), -feeDays))
    .where((eb) => eb.or([eb('r.reversed_fen', 'is', null), eb('r.reversed_fen', '=', 0)]))
    .orderBy('g.id', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<Fee | undefined>;
}

/** The button of 人员管理: dialog values in, a slip out. */
export async function returnFee(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const row = onlyRow(input);
  if (isRefusal(row)) return row;
  const name = String(row.name);
  const why = String(input.values.reason);
  const fee = await lastFee(ctx, row.id);
  if (!fee) return refuse('NO_CARD_FEE', { name, days: feeDays });
  const paidBack = `${formatFenGrouped(fee.amountFen)} 元（${fee.cash ? '现金' : '退回主账户'}）`;
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId: acting(ctx).organizationId,
    requestKey: `card:${formKey(ctx)}`,
    personId: row.id,
    occurredAt: ctx.clock.now(),
    operatorId: ctx.session.accountId,
    sourceType: 'card',
    originalPostingId: fee.postingId,
    reason: `退${fee.reason}：${why}`,
    companion: async (tx) => {
      await auditInto(ctx, tx, {
        action: '退工本费',
        targetId: row.id,
        targetName: name,
        changes: [
          { key: 'feeFen', label: '工本费', before: formatFenGrouped(fee.amountFen), after: null },
          { key: 'reason', label: '原因', before: null, after: why },
        ],
      });
      return undefined;
    },
  });
  if (isRefusal(outcome)) return outcome;
  return cardReceipt(ctx, '退工本费凭证', [
    ['姓名', name],
    ['工号/学号', String(row.jobNumber ?? '')],
    ['退还', paidBack],
    ['原收费', `${fee.reason}，${isoAt(Date.parse(fee.occurredAt)).slice(0, 16).replace('T', ' ')}`],
    ['原因', why],
  ]);
}

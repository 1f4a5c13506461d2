/** 发卡, 补卡, 换卡, 退卡 as the people page's buttons: dialog values in, a printable receipt out. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { refuseFields } from '../persons/check-person.ts';
import { charged } from './card-buttons.ts';
import { lockPeople } from './card-list.ts';
import { type CardMoney, withCardMoney } from './card-money.ts';
import { changeCards, heldCards, refuseEvent } from './held-cards.ts';
import { issueCard, replaceCard } from './issue-card.ts';
import { type ReuseSaid, reuseChanges, reuseErrors, reuseOf } from './reuse-now.ts';

const titles = { issue: '发卡', replace: '补卡', exchange: '换卡' } as const;
const paidBy = { CASH: '现金', MAIN: '主账户' } as const;

interface CardForm extends ReuseSaid {
  cardNo: string;
  physicalNo: string | null;
  cardKind: string | null;
  cardValidEnd: string | null;
  chargeKind: 'NONE' | 'FEE' | 'DEPOSIT' | null;
  chargeFen: number | null;
  payBy: 'CASH' | 'MAIN' | null;
}

/** A slip of the counter with who and when. */
export function cardReceipt(ctx: Ctx, title: string, lines: readonly (readonly [string, string])[]): Done {
  return {
    receipt: {
      title,
      lines: [...lines, ['经办人', ctx.session.name], ['时间', isoAt(ctx.clock.now()).slice(0, 19).replace('T', ' ')]],
      footer: ctx.session.unitName ?? '',
    },
  };
}

/** One row only: a card is handed to one person at a time. */
export function onlyRow({ rows }: ActionInput) {
  return rows.length === 1 ? rows[0]! : refuse('MALFORMED', { detail: '一次只能为一人办理' });
}

/** 发卡, 补卡 and 换卡. */
export function giveCard(event: keyof typeof titles) {
  return async (ctx: Ctx, input: ActionInput): Promise<Done | Refusal> => {
    const row = onlyRow(input);
    if (isRefusal(row)) return row;
    const form = input.values as unknown as CardForm;
    const chargeFen = charged(form) ? (form.chargeFen ?? 0) : 0;
    if (charged(form) && chargeFen === 0)
      return refuse('INVALID_FIELDS', { detail: '请填写收费金额' }, { chargeFen: '请填写收费金额' });
    const against = reuseErrors(ctx, form);
    if (against) return refuseFields(against);
    const who = acting(ctx);
    const by = form.payBy ?? 'CASH';
    const what = form.chargeKind === 'DEPOSIT' ? '押金' : '工本费';
    const card = {
      personId: row.id,
      cardNo: form.cardNo,
      physicalNo: form.physicalNo,
      kind: form.cardKind,
      validEnd: form.cardValidEnd,
      depositFen: form.chargeKind === 'DEPOSIT' ? chargeFen : 0,
      feeFen: form.chargeKind === 'FEE' ? chargeFen : 0,
      ...reuseOf(form),
    };
    const money: CardMoney = {
      kind: form.chargeKind === 'DEPOSIT' ? 'CARD_DEPOSIT' : 'CARD_FEE',
      amountFen: chargeFen,
      by,
      organizationId: who.organizationId,
      personId: row.id,
      reason: `${titles[event]}${what} ${form.cardNo}`,
    };
    const no = await withCardMoney(ctx, money, async (executor, audit) => {
      const done =
        event === 'issue' ? await issueCard(executor, who, card) : await replaceCard(executor, who, event, card);
      if (isRefusal(done)) return done;
      await audit({
        action: titles[event],
        targetId: row.id,
        targetName: String(row.name),
        changes: [
          { key: 'cardNo', label: '卡号', before: done.replacedCardNo, after: form.cardNo },
          ...(chargeFen > 0
            ? [{ key: 'chargeFen', label: what, before: null, after: formatFenGrouped(chargeFen) }]
            : []),
          ...reuseChanges(form),
        ],
      });
      return undefined;
    });
    if (no) return no;
    return cardReceipt(ctx, `${titles[event]}凭证`, [
      ['姓名', String(row.name)],
      ['工号/学号', String(row.jobNumber ?? '')],
      ['卡号', form.cardNo],
      ...(chargeFen > 0 ? [[what, `${formatFenGrouped(chargeFen)} 元（${paidBy[by]}）`] as const] : []),
    ]);
  };
}

/** 退卡: the card goes out of use; a deposit goes back in cash or to the main account. */
export async function returnCard(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const row = onlyRow(input);
  if (isRefusal(row)) return row;
  const who = acting(ctx);
  const name = String(row.name);
  const by = (input.values.depositBy as 'CASH' | 'MAIN' | null) ?? 'CASH';
  const seen = (await heldCards(sqlOf(ctx.db), who.organizationId, [row.id])).get(row.id);
  if (!seen) return refuse('NO_CARD', { name, action: '退卡' });
  const money: CardMoney = {
    kind: 'CARD_DEPOSIT_RETURN',
    amountFen: seen.depositFen,
    by,
    organizationId: who.organizationId,
    personId: row.id,
    reason: `退卡押金 ${seen.cardNo}`,
  };
  const no = await withCardMoney(ctx, money, async (executor, audit) => {
    await lockPeople(executor, who.organizationId);
    const held = (await heldCards(executor, who.organizationId, [row.id])).get(row.id);
    const wrong = refuseEvent('return', name, held);
    if (wrong || !held) return wrong;
    // The deposit was read before the lock; another card by now means another deposit.
    if (held.id !== seen.id || held.depositFen !== seen.depositFen) return refuse('STALE');
    await changeCards(executor, who, 'return', [held.id]);
    await executor.query('update card set deposit_fen = 0 where organization_id = $1 and id = $2', [
      who.organizationId,
      held.id,
    ]);
    await audit({
      action: '退卡',
      targetId: row.id,
      targetName: name,
      changes: [
        { key: 'cardNo', label: '卡号', before: held.cardNo, after: null },
        ...(input.values.reason ? [{ key: 'reason', label: '说明', before: null, after: input.values.reason }] : []),
      ],
    });
    return undefined;
  });
  if (no) return no;
  return cardReceipt(ctx, '退卡凭证', [
    ['姓名', name],
    ['工号/学号', String(row.jobNumber ?? '')],
    ['卡号', seen.cardNo],
    ['退还押金', seen.depositFen > 0 ? `${formatFenGrouped(seen.depositFen)} 元（${paidBy[by]}）` : '无'],
  ]);
}

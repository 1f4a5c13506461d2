/** Why a line or an order does not agree, for whoever has to look into it. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

const sides = (billFen: number | null, ourFen: number | null) =>
  `账单 ${billFen === null ? '没有' : `${formatFenGrouped(billFen)} 元`}，本系统 ${ourFen === null ? '没有' : `${formatFenGrouped(ourFen)} 元`}`;

const words: Readonly<Record<string, string>> = {
  UNCREDITED: '渠道已收款，订单没有入账',
  ORPHAN: '渠道已收款，本系统没有这个订单',
  DUPLICATE: '同一订单付了两次，这一笔没有入账',
  NUMBER: '单号相同，渠道流水号或商户号不同',
  REVERSED: '渠道已收款，订单已冲正或付款已撤销',
  REFUND_OPEN: '渠道已退款，本系统的退款没有完成',
  REFUND_ORPHAN: '渠道有这笔退款，本系统没有；可能在商户平台直接退款',
  MISSING: '已入账，渠道账单没有这笔收款',
  REFUND_MISSING: '退款已完成，渠道账单没有这笔退款',
};

export const whyOf = (state: string, billFen: number | null, ourFen: number | null): string =>
  words[state] ?? `${state === 'AMOUNT' ? '金额不符' : state}：${sides(billFen, ourFen)}`;

/**
 * Where main money goes back to (domain.md §3.5, invariant 6): what is left of the purse came from the newest credits,
 * because the oldest are spent first; what is left of a WeChat or Alipay recharge goes back there, the rest another way.
 * Pure.
 */

export interface Credit {
  /** 0 for money that did not come by a recharge order. */
  rechargeOrderId: number;
  /** WECHAT and ALIPAY can be sent back to; anything else is paid out. */
  channel: string;
  /** What it brought into the main account, fen. */
  amountFen: number;
  /** What has gone back, or is on its way back, to where it came from. */
  refundedFen: number;
}

export interface RefundPart {
  /** 0: not through a channel. */
  rechargeOrderId: number;
  channel: string;
  amountFen: number;
}

const sendable = (credit: Credit) => credit.channel === 'WECHAT' || credit.channel === 'ALIPAY';

/** What of each credit is still in the purse. `credits` newest first; `freeFen` is the purse without holds. */
export function leftOfCredits(credits: readonly Credit[], freeFen: number): { credit: Credit; leftFen: number }[] {
  let rest = freeFen;
  return credits.map((credit) => {
    const leftFen = Math.max(0, Math.min(rest, credit.amountFen - credit.refundedFen));
    rest -= leftFen;
    return { credit, leftFen };
  });
}

/**
 * Parts of a refund of `amountFen`, channels first and newest first; the last part (order 0) is what cannot go back to
 * a channel. The caller has made sure that `amountFen` is at most `freeFen`.
 */
export function planRefund(credits: readonly Credit[], freeFen: number, amountFen: number): RefundPart[] {
  const parts: RefundPart[] = [];
  let open = amountFen;
  for (const { credit, leftFen } of leftOfCredits(credits, freeFen)) {
    if (!sendable(credit)) continue;
    const fen = Math.min(open, leftFen);
    if (fen > 0) parts.push({ rechargeOrderId: credit.rechargeOrderId, channel: credit.channel, amountFen: fen });
    open -= fen;
  }
  if (open > 0) parts.push({ rechargeOrderId: 0, channel: '', amountFen: open });
  return parts;
}

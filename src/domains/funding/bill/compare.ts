/** Holds a bill's lines against the orders and refunds here. Pure: what is to be booked is only named. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Bill, BillLine } from './bill.ts';
import type { Finding, FindingKind } from './findings.ts';
import type { OurOrder, OurRefund } from './our-side.ts';

export interface Comparison {
  /** Lines of other organizations under the same merchant. */
  otherCount: number;
  matched: BillLine[];
  refundMatched: BillLine[];
  /** Paid at the channel, not booked here. */
  toCredit: { line: BillLine; order: OurOrder }[];
  /** Refunded at the channel, not done here: the channel is asked. */
  toAsk: { line: BillLine; refund: OurRefund }[];
  findings: Finding[];
}

const booked = new Set(['CREDITED', 'PART_REFUNDED', 'REFUNDED']);

/** A line that does not agree, with what is known of it here. */
export function finding(
  kind: FindingKind,
  line: BillLine,
  ours: OurOrder | OurRefund | undefined,
  why: string,
): Finding {
  return {
    kind,
    refund: line.kind === 'REFUND',
    rowNo: line.rowNo,
    no: ours?.no ?? (line.kind === 'REFUND' ? line.outRefundNo : line.outTradeNo),
    channelNo: line.channelNo,
    personName: ours?.personName ?? '',
    billFen: line.amountFen,
    ourFen: ours?.amountFen ?? null,
    at: isoAt(line.at),
    why,
  };
}

const missing = (refund: boolean, ours: OurOrder | OurRefund, why: string): Finding => ({
  kind: 'NOT_IN_BILL',
  refund,
  rowNo: null,
  no: ours.no,
  channelNo: ours.channelNo,
  personName: ours.personName,
  billFen: null,
  ourFen: ours.amountFen,
  at: ours.at,
  why,
});

const amounts = (billFen: number, ourFen: number) =>
  `账单 ${formatFenGrouped(billFen)} 元，本系统 ${formatFenGrouped(ourFen)} 元`;

/** Why a payment and its order do not agree; undefined when they do. */
function disagreement(line: BillLine, order: OurOrder): [FindingKind, string] | undefined {
  if (line.amountFen !== order.amountFen) return ['AMOUNT', `${amounts(line.amountFen, order.amountFen)}，未改动`];
  if (line.merchantNo !== '' && order.merchantNo !== '' && line.merchantNo !== order.merchantNo)
    return ['NUMBER', `账单商户号 ${line.merchantNo}，订单商户号 ${order.merchantNo}`];
  if (order.status === 'REVERSED') return ['REVERSED', '渠道已收款，本系统已冲正，请核实后退款或重新充值'];
  if (booked.has(order.status) && order.channelNo !== line.channelNo)
    return ['NUMBER', `账单流水号 ${line.channelNo}，订单以 ${order.channelNo || '空'} 入账，请核实是否付了两次`];
  return undefined;
}

function payments(bill: Bill, organizationId: number, orders: readonly OurOrder[], out: Comparison): void {
  const byNo = new Map(orders.map((order) => [order.no, order]));
  const byChannelNo = new Map(
    orders.filter((o) => o.channelNo !== '' && o.organizationId === organizationId).map((o) => [o.channelNo, o]),
  );
  const seen = new Set<number>();
  for (const line of bill.lines) {
    if (line.kind !== 'PAYMENT') continue;
    const typed = byChannelNo.get(line.channelNo);
    const order = byNo.get(line.outTradeNo) ?? typed;
    for (const one of [order, typed]) if (one) seen.add(one.id);
    if (!order) {
      out.findings.push(finding('NO_ORDER', line, undefined, `本系统没有订单 ${line.outTradeNo}，未入账`));
      continue;
    }
    if (order.organizationId !== organizationId) {
      out.otherCount += 1;
      continue;
    }
    const wrong = disagreement(line, order);
    if (order.kind === 'MEAL' && order.status === 'CLOSED')
      out.findings.push(finding('REVERSED', line, order, '付款已撤销，账单显示已收款，请核实后在商户平台退还付款人'));
    else if (wrong) out.findings.push(finding(wrong[0], line, order, wrong[1]));
    else if (booked.has(order.status)) out.matched.push(line);
    else out.toCredit.push({ line, order });
  }
  if (!bill.hasPayments) return;
  for (const order of orders)
    if (order.organizationId === organizationId && !seen.has(order.id) && booked.has(order.status))
      out.findings.push(
        missing(
          false,
          order,
          order.typed ? '手工登记，账单没有这个流水号，请核实是否收款' : '已入账，账单没有这笔收款，请向渠道核实',
        ),
      );
}

function refunds(bill: Bill, organizationId: number, ours: readonly OurRefund[], out: Comparison): void {
  const byNo = new Map(ours.map((refund) => [refund.no, refund]));
  const seen = new Set<number>();
  for (const line of bill.lines) {
    if (line.kind !== 'REFUND') continue;
    const refund = byNo.get(line.outRefundNo);
    if (!refund) {
      out.findings.push(
        finding('NO_ORDER', line, undefined, `本系统没有退款单 ${line.outRefundNo}，可能在商户平台直接退款`),
      );
      continue;
    }
    seen.add(refund.id);
    if (refund.organizationId !== organizationId) out.otherCount += 1;
    else if (refund.amountFen !== line.amountFen)
      out.findings.push(finding('AMOUNT', line, refund, `${amounts(line.amountFen, refund.amountFen)}，未改动`));
    else if (refund.channelNo !== line.channelNo)
      out.findings.push(finding('NUMBER', line, refund, `账单原单 ${line.channelNo}，退款单原单 ${refund.channelNo}`));
    else if (refund.status === 'CLOSED')
      out.findings.push(finding('REFUND_OPEN', line, refund, '渠道已受理，本系统已终止并退回余额，请核实'));
    else if (refund.status !== 'SUCCESS') out.toAsk.push({ line, refund });
    else out.refundMatched.push(line);
  }
  if (!bill.hasRefunds) return;
  for (const refund of ours)
    if (refund.organizationId === organizationId && !seen.has(refund.id) && refund.status === 'SUCCESS')
      out.findings.push(missing(true, refund, '退款已成功，账单没有；渠道按受理日出账，可能在前一日'));
}

/** Every line ends in exactly one place; what is booked here and not in the bill is added. */
export function compare(
  bill: Bill,
  organizationId: number,
  orders: readonly OurOrder[],
  thirdRefunds: readonly OurRefund[],
): Comparison {
  const out: Comparison = { otherCount: 0, matched: [], refundMatched: [], toCredit: [], toAsk: [], findings: [] };
  payments(bill, organizationId, orders, out);
  refunds(bill, organizationId, thirdRefunds, out);
  return out;
}

/**
 * 核对渠道账单: reads a bill, books what was paid and not yet credited, asks about refunds that are not done here, and keeps
 * what was found. Checking a bill again changes nothing more: a payment is credited once, by its channel transaction.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { readerOf, uploadedTable } from '../../../kit/server/sheet/sheet-rows.ts';
import { askOnce } from '../code/give-back.ts';
import { channelNames, type RefundState } from '../pay/provider.ts';
import { askRefund } from '../refund/send.ts';
import type { Bill } from './bill.ts';
import { takeFees } from './bill-fees.ts';
import { type Comparison, compare, finding } from './compare.ts';
import { creditBilled } from './credit-billed.ts';
import { type BillResult, type Finding, findingRank } from './findings.ts';
import { ourOrders, ourRefunds } from './our-side.ts';
import { readBill } from './read-bill.ts';

async function credit(ctx: Ctx, bill: Bill, comparison: Comparison): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { line, order } of comparison.toCredit) {
    const { organizationId, id, kind, no, personName, merchantNo } = order;
    const { channelNo, amountFen, at: paidAt } = line;
    const payment = { channel: bill.channel, kind, organizationId, id, no, merchantNo, channelNo, amountFen, paidAt };
    const credited = await creditBilled(ctx.services, payment);
    if ('why' in credited) found.push(finding(credited.kind, line, order, credited.why));
    else if (credited.done === 'DUPLICATE') comparison.matched.push(line);
    else {
      const what = kind === 'MEAL' ? '消费' : '';
      found.push(finding('CREDITED', line, order, `渠道已收款而${what}未入账，已按账单入账`));
      const targetName = kind === 'MEAL' ? `付款码消费 ${no}` : `${personName} ${no}`;
      await ctx.audit({ action: '按账单入账', targetId: id, targetName });
    }
  }
  return found;
}

/** What the channel said of a refund it has in its bill, in words; it is not done here yet. */
const openWords: Record<Exclude<RefundState['state'], 'SUCCESS'>, string> = {
  PROCESSING: '渠道仍在处理，系统会继续查询',
  FAILED: '向渠道查询，退款失败',
  ABNORMAL: '向渠道查询，退款异常，须联系付款人',
  NOT_FOUND: '向渠道查询没有这笔退款，请在第三方退款「查询结果」',
  UNKNOWN: '渠道没有应答，请在第三方退款「查询结果」',
};

/** Asks the channel once about every refund the bill shows and that is not done here. */
async function settle(ctx: Ctx, { toAsk, refundMatched }: Comparison): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { line, refund } of toAsk) {
    const said = await (refund.refundOrderId === null
      ? askOnce(ctx.services, refund.organizationId, refund.id)
      : askRefund(ctx.services, refund.organizationId, refund.refundOrderId));
    if (isRefusal(said)) found.push(finding('REFUND_OPEN', line, refund, refusalMessage(said)));
    else if (said.state !== 'SUCCESS') found.push(finding('REFUND_OPEN', line, refund, openWords[said.state]));
    else {
      refundMatched.push(line);
      found.push(finding('REFUND_DONE', line, refund, '渠道已退款而未完成，已按渠道的查询结果完成'));
      await ctx.audit({
        action: '按账单完成退款',
        targetId: refund.refundOrderId ?? refund.id,
        targetName: `${refund.personName} ${refund.no}`,
      });
    }
  }
  return found;
}

const sum = (amounts: readonly { amountFen: number }[]) => amounts.reduce((all, one) => all + one.amountFen, 0);

/** Checks an uploaded bill. Refused: no bill, a line that cannot be read (named by its row), a bill cut short. */
export async function checkBill(ctx: Ctx, fileKey: string): Promise<{ id: number } | Refusal> {
  const read = await uploadedTable(readerOf(ctx), fileKey);
  if (isRefusal(read)) return read;
  const bill = readBill(read.table, read.filename);
  if (isRefusal(bill)) return bill;
  const organizationId = ownOrganization(ctx);
  const comparison = compare(
    bill,
    organizationId,
    await ourOrders(ctx.services, organizationId, bill),
    await ourRefunds(ctx.services, organizationId, bill),
  );
  const booked = await credit(ctx, bill, comparison);
  const credited = booked.filter((one) => one.kind === 'CREDITED');
  const settled = await settle(ctx, comparison);
  await takeFees(ctx.services, organizationId, bill);
  const findings = [...booked, ...settled, ...comparison.findings].sort(
    (a, b) => findingRank(a.kind) - findingRank(b.kind),
  );
  const result: BillResult = {
    lineCount: bill.lines.length - comparison.otherCount,
    otherCount: comparison.otherCount,
    matchedCount: comparison.matched.length,
    matchedFen: sum(comparison.matched),
    refundMatchedCount: comparison.refundMatched.length,
    refundMatchedFen: sum(comparison.refundMatched),
    creditedCount: credited.length,
    creditedFen: credited.reduce((all, one) => all + (one.billFen ?? 0), 0),
    problemCount: findings.filter((one) => one.kind !== 'CREDITED' && one.kind !== 'REFUND_DONE').length,
    findings,
  };
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('channel_bill')
    .values({
      organization_id: organizationId,
      id,
      channel: bill.channel,
      filename: read.filename,
      from_date: bill.from,
      to_date: bill.to,
      line_count: result.lineCount,
      other_count: result.otherCount,
      matched_count: result.matchedCount,
      matched_fen: result.matchedFen,
      refund_matched_count: result.refundMatchedCount,
      refund_matched_fen: result.refundMatchedFen,
      credited_count: result.creditedCount,
      credited_fen: result.creditedFen,
      problem_count: result.problemCount,
      findings: JSON.stringify(findings),
      operator_id: ctx.session.accountId,
      operator_name: ctx.session.name,
      at: isoAt(ctx.clock.now()),
    })
    .execute();
  const days = bill.from === bill.to ? bill.from : `${bill.from} 至 ${bill.to}`;
  await ctx.audit({ action: '核对渠道账单', targetId: id, targetName: `${channelNames[bill.channel]} ${days}` });
  return { id };
}

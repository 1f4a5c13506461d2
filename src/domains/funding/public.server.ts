/** What other domains use of funding on the server. */

// Meals paid by a code off the diner's phone: taken, asked about, given back.
export { giveBack } from './code/give-back.ts';
export { keptFee } from './code/kept-fee.ts';
export { type CodeOutcome, closeShown, resume } from './code/settle-code.ts';
export { codeSoFar, takeCode } from './code/take-code.ts';
export { type CodeBooker, type CodeDeps, tradeById } from './code/third-trade.ts';

// Orders paid by a code that is shown: opened with the order.
export { draftShown, showCode, writeShown } from './code/show-code.ts';

// What is paid to a unit's own merchant number is the unit's at once.
export { paidDirect } from './merchants/direct-sql.ts';

// Whose a merchant number is stands in two lists: nobody writes either while another does.
export { lockMerchant } from './merchants/check-merchant.ts';

// Least balance and overdraft of a type, for whoever charges.
export { balanceLimits } from './limits/limits.ts';

// The demo runs batches of recharges and refunds at their moment.
export { runFundingBatch } from './batch/run-batch.ts';

// Whoever else is paid by a channel opens its own payments, asks about them and hears of them.
export { askChannel } from './pay/online-order.ts';
export { saidInWords } from './pay/ask-order.ts';
export { channelNames, type PayChannel, type PayProvider } from './pay/provider.ts';
export type { PaymentTaker } from './pay/service.ts';

// Bills of the channels are read, and what they show is booked, by the same hands for one unit and for all of them.
export { feesOfBill } from './bill/bill-fees.ts';
export { creditBilled } from './bill/credit-billed.ts';
export { billCells, tradeBillReader } from './bill/trade-reader.ts';

// The sandbox's bills: a demonstration has no other.
export { alipayBill, billedAccount, type Paid, wechatBill } from './bill/written-bill.ts';

// A recharge the channel knows nothing of is taken back.
export { reverseOnlineOrder } from './units/reverse-order.ts';

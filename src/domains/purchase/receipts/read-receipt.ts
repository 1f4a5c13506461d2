/** What of a delivery can be accepted, line by line; each «no» names its line and what to do. Pure but for its words. */
import { basisPoints, mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Fields } from '../../../kit/define/field.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { receipt } from './pages/receipt.page.ts';
import { dearBp, overBp } from './receipt-words.ts';

/** A line of an order with its goods, as it stands when the delivery comes; of what nobody ordered, its goods alone. */
export interface Expected {
  purchaseId: number | null;
  goodsId: number;
  goods: string;
  unitId: number | null;
  unitSize: number;
  /** Null: bought without an order. */
  buyQty: number | null;
  receivedQty: number;
  /** Null: in no list. */
  listFen: number | null;
  /** Fen and base units accepted in thirty days, of all suppliers. */
  pastFen: number;
  pastQty: number;
  tracked: boolean;
  stored: 'DRY' | 'CHILLED' | 'FROZEN';
  maxTemp: number | null;
  shelfDays: number | null;
  /** What has to come with the goods. */
  papers?: readonly string[] | null;
}

export interface Weighed {
  purchaseId?: number | null;
  photo?: string | null;
  gross: number | null;
  tare: number | null;
  pieces?: number | null;
  priceFen?: number | null;
  lotNo: string | null;
  producedOn: string | null;
  expiresOn: string | null;
  temp: number | null;
  look: 'GOOD' | 'FAIR' | 'BAD' | null;
  verdict: 'TAKE' | 'REFUSE' | null;
  reason: string | null;
}

export interface Accepted {
  typedMilli: number;
  qty: number;
  priceFen: number;
  amountFen: number;
  expiresOn: string | null;
  heldWhy: string;
}

const dayMs = 86_400_000;
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Why a price waits for a third person; '' when it does not. */
export function heldWhy(
  price: number,
  { listFen, unitSize, pastFen, pastQty }: Pick<Expected, 'listFen' | 'unitSize' | 'pastFen' | 'pastQty'>,
): string {
  if (listFen !== null && price > listFen) return '高于价目表';
  if (pastQty === 0) return '';
  const usual = mulDivHalfUp(pastFen, unitSize, pastQty);
  const over = basisPoints(Math.max(0, price - usual), usual);
  return over !== null && over > dearBp ? '高于 30 天均价 10%' : '';
}

/** The line as it is accepted, or why it is not; `row` from 0, of the lines of `fields`. */
export function acceptLine(
  of: Expected,
  line: Weighed,
  row: number,
  today: string,
  fields: Fields = receipt.fields,
): Accepted | Refusal {
  const no = (cell: string, why: string) => refuseLine(fields, 'lines', row, cell, `「${of.goods}」${why}`);
  const typedMilli = Math.round(((line.gross ?? 0) - (line.tare ?? 0)) * 1_000);
  if (typedMilli < 0) return no('tare', '皮重大于毛重');
  const product = BigInt(typedMilli) * BigInt(of.unitSize);
  if (product % 1_000n !== 0n) return no('gross', '折合不到整克、整毫升或整个，请按更细的重量填写');
  const qty = Number(product / 1_000n);
  const priceFen = line.priceFen ?? of.listFen;
  if (priceFen === null) return no('priceFen', '须填写单价');
  const expiresOn =
    line.expiresOn ?? (line.producedOn && of.shelfDays ? plusDays(line.producedOn, of.shelfDays) : null);
  const amountFen = mulDivHalfUp(qty, priceFen, of.unitSize);
  if (line.verdict === 'REFUSE') {
    if (!line.reason) return no('reason', '拒收须填写原因');
    return { typedMilli, qty, priceFen, amountFen: 0, expiresOn, heldWhy: '' };
  }
  const refuseIt = of.buyQty === null ? '不能买' : '只能拒收';
  if (qty === 0) return no('gross', of.buyQty === null ? '没有数量' : '没有数量；没送到的不要勾选，送来不收的选拒收');
  if (of.buyQty !== null && qty > of.buyQty - of.receivedQty + mulDivHalfUp(of.buyQty, overBp, 10_000))
    return no('gross', `超过订购的 ${overBp / 100}%，多送的请退回`);
  if (of.stored !== 'DRY' && line.temp === null) return no('temp', '冷藏冷冻食品须测温');
  if (of.stored !== 'DRY' && line.temp! > of.maxTemp!)
    return no('temp', `${line.temp}℃ 超过 ${of.maxTemp}℃，${refuseIt}`);
  if (line.look === 'BAD') return no('look', `感官差的${refuseIt}`);
  if (of.tracked && expiresOn === null) return no('expiresOn', '须填写生产日期或到期日期');
  if (expiresOn !== null && expiresOn < today) return no('expiresOn', `已过期，${refuseIt}`);
  if (line.producedOn !== null && line.producedOn > today) return no('producedOn', '生产日期晚于今天');
  if (expiresOn !== null && of.shelfDays && !line.reason) {
    const left = Math.round((Date.parse(expiresOn) - Date.parse(today)) / dayMs);
    if (left * 3 < of.shelfDays) return no('reason', '剩余保质期不足三分之一，须填写说明');
  }
  return { typedMilli, qty, priceFen, amountFen, expiresOn, heldWhy: heldWhy(priceFen, of) };
}

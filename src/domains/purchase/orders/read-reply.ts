/** What a supplier says of the lines of his order. Pure: the order's own lines alone can be spoken of. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { OrderLine } from './open/order.open.ts';

export interface Reply {
  purchaseId: number;
  qtyMilli: number;
  priceFen: number;
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
  note: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: string) => day.test(value) && !Number.isNaN(Date.parse(value));
const textOf = (value: unknown, most: number) =>
  String(value ?? '')
    .trim()
    .slice(0, most);

function readLine(said: Record<string, unknown>, line: OrderLine, deliveryDate: string): Reply | Refusal {
  const no = (why: string) => refuse(purchaseRefusals.REPLY_BAD, { goods: line.goods, why });
  const qtyMilli = Math.round(Number(said.qty) * 1_000);
  if (!Number.isSafeInteger(qtyMilli) || qtyMilli < 0) return no('数量须为 0 或以上的数');
  if (qtyMilli > line.ordered * 1_000) return no(`数量不能多于订购的 ${line.ordered} ${line.unit}`);
  const priceFen = Number(said.priceFen);
  if (!Number.isSafeInteger(priceFen) || priceFen < 0 || priceFen > 100_000_000)
    return no('单价须为 0 至 1,000,000.00 元');
  const [producedOn, expiresOn] = [textOf(said.producedOn, 10) || null, textOf(said.expiresOn, 10) || null];
  if ([producedOn, expiresOn].some((one) => one !== null && !isDay(one))) return no('日期须写成 2026-01-31');
  if (producedOn && producedOn > deliveryDate) return no('生产日期晚于送货日');
  if (expiresOn && expiresOn < (producedOn ?? deliveryDate)) return no('到期日期早于生产日期或送货日');
  if (qtyMilli < line.ordered * 1_000 && !textOf(said.note, 60)) return no('送不足的请在备注里说明');
  return {
    purchaseId: line.purchaseId,
    qtyMilli,
    priceFen,
    lotNo: textOf(said.lotNo, 40),
    producedOn,
    expiresOn,
    note: textOf(said.note, 60),
  };
}

export function readReply(
  body: Readonly<Record<string, unknown>>,
  lines: readonly OrderLine[],
  deliveryDate: string,
): Reply[] | Refusal {
  const said = body.lines;
  if (!Array.isArray(said) || said.length === 0 || said.length > lines.length)
    return refuse(purchaseRefusals.REPLY_LINES);
  const replies: Reply[] = [];
  for (const one of said as Record<string, unknown>[]) {
    const line = lines.find(({ purchaseId }) => purchaseId === one?.purchaseId);
    if (!line || replies.some(({ purchaseId }) => purchaseId === line.purchaseId))
      return refuse(purchaseRefusals.REPLY_LINES);
    const read = readLine(one, line, deliveryDate);
    if ('code' in read) return read;
    replies.push(read);
  }
  return replies;
}

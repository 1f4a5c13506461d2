/** What somebody sends to order for himself, read strictly: a key nobody asked for (a price, an amount) is refused, never ignored. */
import { isDate } from '../../../kit/define/check-value.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { PayChannel } from '../../funding/public.server.ts';
import type { WantedOrder } from '../orders/judge-order.ts';

export interface OwnWanted extends Omit<WantedOrder, 'contractorId' | 'organizationId' | 'personId'> {
  shopId: number;
  channel?: PayChannel;
}

type Body = Record<string, unknown>;
const bad = (detail: string): Refusal => refuse('MALFORMED', { detail });
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

const mostLines = 100;
const mostQuantity = 10_000;
const mostText = 100;
const mostAddress = 60;

function bodyOf(sent: unknown, keys: readonly string[]): Body | Refusal {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return bad('应为 JSON 对象');
  const strange = Object.keys(sent).find((key) => !keys.includes(key));
  return strange === undefined ? (sent as Body) : bad(`不接受字段 ${strange}`);
}

function linesOf(sent: unknown): OwnWanted['lines'] | Refusal {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > mostLines)
    return bad(`lines 应为 1–${mostLines} 项的数组`);
  const lines: { goodsId: number; quantity: number }[] = [];
  for (const one of sent) {
    const line = bodyOf(one, ['goodsId', 'quantity']);
    if ('refused' in line) return line as Refusal;
    const { goodsId, quantity } = line;
    if (!isId(goodsId)) return bad('lines 每项的 goodsId 应为正整数');
    if (typeof quantity !== 'number' || !(quantity > 0 && quantity <= mostQuantity))
      return bad(`lines 每项的 quantity 应大于 0、不超过 ${mostQuantity}`);
    if (Math.abs(quantity * 1_000 - Math.round(quantity * 1_000)) > 1e-6) return bad('quantity 最多三位小数');
    if (lines.some((known) => known.goodsId === goodsId)) return bad('同一商品只写一行');
    lines.push({ goodsId, quantity });
  }
  return lines;
}

export function readOwnOrder(sent: unknown): OwnWanted | Refusal {
  const body = bodyOf(sent, ['shopId', 'deliveryDate', 'way', 'address', 'remark', 'lines', 'payBy']);
  if ('refused' in body) return body as Refusal;
  const { shopId, deliveryDate, way, address = '', remark = '', payBy = 'ACCOUNT' } = body;
  if (!isId(shopId)) return bad('shopId 应为正整数');
  if (typeof deliveryDate !== 'string' || !isDate(deliveryDate)) return bad('deliveryDate 应为日期');
  if (way !== 'PICKUP' && way !== 'DELIVERY') return bad('way 应为 PICKUP 或 DELIVERY');
  if (typeof address !== 'string' || address.length > mostAddress) return bad(`address 不超过 ${mostAddress} 字`);
  if (way === 'DELIVERY' && address.trim() === '') return bad('配送须填 address');
  if (typeof remark !== 'string' || remark.length > mostText) return bad(`remark 不超过 ${mostText} 字`);
  if (payBy !== 'ACCOUNT' && payBy !== 'WECHAT' && payBy !== 'ALIPAY')
    return bad('payBy 应为 ACCOUNT、WECHAT 或 ALIPAY');
  const lines = linesOf(body.lines);
  if ('refused' in lines) return lines as Refusal;
  const wanted: OwnWanted = {
    shopId,
    deliveryDate,
    way,
    address: address.trim(),
    remark,
    lines: lines as OwnWanted['lines'],
  };
  return payBy === 'ACCOUNT' ? wanted : { ...wanted, channel: payBy };
}

export function readOwnOrderId(sent: unknown): number | Refusal {
  const body = bodyOf(sent, ['orderId']);
  if ('refused' in body) return body as Refusal;
  return isId(body.orderId) ? body.orderId : bad('orderId 应为正整数');
}

/** `from` and `to` of a query: from 30 days ago to 15 ahead unless said, at most 62. */
export function readOrderDays(query: unknown, first: string, last: string): { from: string; to: string } | Refusal {
  const { from = first, to = last } = query as { from?: string; to?: string };
  if (!isDate(from) || !isDate(to) || to < from) return bad('from 与 to 应为日期，from 不晚于 to');
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 < 62 ? { from, to } : bad('一次最多 62 天');
}

/** What diners and terminals for them send, read strictly: a key nobody asked for (a price, another person) is refused and never ignored. */
import { isDate } from '../../../kit/define/check-value.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { PickupWay } from '../orders/order-words.ts';
import { pickupWays } from '../orders/order-words.ts';

const bad = (detail: string): Refusal => refuse('MALFORMED', { detail });
const isCount = (value: unknown, from = 1): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= from;

type Body = Record<string, unknown>;

/** The body with these keys and no others. */
function bodyOf(body: unknown, keys: readonly string[]): Body | Refusal {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return bad('应为 JSON 对象');
  const strange = Object.keys(body).find((key) => !keys.includes(key));
  return strange === undefined ? (body as Body) : bad(`不接受字段 ${strange}`);
}

function mealOf({ diningDate, mealPeriodId }: Body): { diningDate: string; mealPeriodId: number } | Refusal {
  if (typeof diningDate !== 'string' || !isDate(diningDate)) return bad('diningDate 应为日期');
  if (!isCount(mealPeriodId)) return bad('mealPeriodId 应为正整数');
  return { diningDate, mealPeriodId };
}

export function readMeal(body: unknown) {
  const found = bodyOf(body, ['diningDate', 'mealPeriodId']);
  return 'refused' in found ? (found as Refusal) : mealOf(found);
}

export function readNoticeId(body: unknown) {
  const found = bodyOf(body, ['noticeId']);
  if ('refused' in found) return found as Refusal;
  return isCount(found.noticeId) ? found.noticeId : bad('noticeId 应为正整数');
}

export function readReport(body: unknown) {
  const found = bodyOf(body, ['diningDate', 'mealPeriodId', 'portions']);
  if ('refused' in found) return found as Refusal;
  const meal = mealOf(found);
  if ('refused' in meal) return meal;
  const { portions = 1 } = found;
  return isCount(portions) && portions <= 99 ? { ...meal, portions } : bad('portions 应为 1–99 的整数');
}

const orderKeys = [
  'diningDate',
  'mealPeriodId',
  'restaurantId',
  'lines',
  'portions',
  'pickup',
  'addressId',
  'remark',
] as const;
const mostLines = 100;
const mostTags = 5;
const mostTagLetters = 10;
const mostRemark = 100;

function linesOf(value: unknown): { menuItemId: number; qty: number }[] | Refusal {
  if (!Array.isArray(value) || value.length > mostLines) return bad(`lines 应为最多 ${mostLines} 项的数组`);
  const lines: { menuItemId: number; qty: number }[] = [];
  for (const one of value) {
    const line = bodyOf(one, ['menuItemId', 'qty']);
    if ('refused' in line) return line as Refusal;
    const { menuItemId, qty } = line;
    if (!isCount(menuItemId) || !isCount(qty) || qty > 99) return bad('lines 每项应为 menuItemId 与 1–99 的 qty');
    lines.push({ menuItemId, qty });
  }
  return lines;
}

export function readOrderWanted(body: unknown) {
  const found = bodyOf(body, orderKeys);
  if ('refused' in found) return found as Refusal;
  const meal = mealOf(found);
  if ('refused' in meal) return meal;
  const { restaurantId, portions = 1, pickup, addressId = null, remark = '' } = found;
  if (!isCount(restaurantId)) return bad('restaurantId 应为正整数');
  if (!isCount(portions) || portions > 99) return bad('portions 应为 1–99 的整数');
  if (!pickupWays.some((way) => way.value === pickup)) return bad('pickup 不在可选范围内');
  if (addressId !== null && !isCount(addressId)) return bad('addressId 应为正整数');
  if (typeof remark !== 'string' || remark.length > mostRemark) return bad(`remark 不超过 ${mostRemark} 字`);
  const lines = linesOf(found.lines ?? []);
  if ('refused' in lines) return lines;
  return { ...meal, restaurantId, portions, pickup: pickup as PickupWay, addressId, remark, lines };
}

/** A score of a dish that was served, and words chosen to it. */
export function readRating(body: unknown): { menuItemId: number; score: number; tags: string[] } | Refusal {
  const found = bodyOf(body, ['menuItemId', 'score', 'tags']);
  if ('refused' in found) return found as Refusal;
  const { menuItemId, score, tags = [] } = found;
  if (!isCount(menuItemId)) return bad('menuItemId 应为正整数');
  if (!isCount(score) || score > 5) return bad('score 应为 1–5 的整数');
  const words = Array.isArray(tags) ? tags : [null];
  const short = (word: unknown): word is string =>
    typeof word === 'string' && word.trim() !== '' && word.length <= mostTagLetters;
  if (words.length > mostTags || !words.every(short))
    return bad(`tags 应为最多 ${mostTags} 个不超过 ${mostTagLetters} 字的词`);
  return { menuItemId, score, tags: [...new Set(words.map((word) => word.trim()))] };
}

export function readOrderId(body: unknown): number | Refusal {
  const found = bodyOf(body, ['orderId']);
  if ('refused' in found) return found as Refusal;
  return isCount(found.orderId) ? found.orderId : bad('orderId 应为正整数');
}

/** `?orderId=` */
export function readOrderAsked(query: unknown): number | Refusal {
  const orderId = Number((query as { orderId?: string }).orderId);
  return isCount(orderId) ? orderId : bad('orderId 应为正整数');
}

export function readCode(body: unknown): string | Refusal {
  const found = bodyOf(body, ['code']);
  if ('refused' in found) return found as Refusal;
  return typeof found.code === 'string' && /^\d{8}$/.test(found.code) ? found.code : bad('code 应为 8 位数字');
}

/** Longest span of days one call reads. */
export const mostDays = 62;

/** `from` and `to` of a query; `today` and the 30 days before unless said. */
export function readDays(query: unknown, today: string, monthAgo: string): { from: string; to: string } | Refusal {
  const { from = monthAgo, to = today } = query as { from?: string; to?: string };
  if (!isDate(from) || !isDate(to) || to < from) return bad('from 与 to 应为日期，from 不晚于 to');
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= mostDays) return bad(`一次最多 ${mostDays} 天`);
  return { from, to };
}

/** Days of menus one call reads. */
export const mostMenuDays = 14;

export function readMenuDays(query: unknown, today: string): { from: string; days: number } | Refusal {
  const { from = today, days = '7' } = query as { from?: string; days?: string };
  const count = Number(days);
  if (!isDate(from)) return bad('from 应为日期');
  return isCount(count) && count <= mostMenuDays ? { from, days: count } : bad(`days 应为 1–${mostMenuDays}`);
}

/** Reads the records terminals send, by hand: the hot path pays no schema library, and every «no» names its field. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Identify } from '../../wallet/public.server.ts';
import type { DeviceRecord, RecordMode } from '../gateway.ts';
import '../refusals.ts';
import { maxSeq } from '../records/sequences.ts';
import { readDishes, readGoods, readTakes } from './plates.ts';

export const mostRecords = 500;
const mostFen = 9_999_999;
/** The last instant the database and ISO 8601 share, the end of the year 9999. */
export const lastMs = Date.UTC(10_000, 0, 1) - 86_400_000;
const modes = new Set<unknown>(['FIXED', 'AMOUNT', 'COUNT', 'WEIGH', 'DISH', 'SHOP']);
const identifies = new Set<unknown>(['CARD', 'FACE', 'QR', 'CODE', 'MANUAL']);

type Body = Readonly<Record<string, unknown>>;
const isCount = (v: unknown, from = 1): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= from;
const bad = (detail: string) => refuse('BAD_RECORD', { detail });

/** What is wrong with a record paid by code: it is nobody's meal, and only the channel pays it. */
function checkPayCode({ payCode, cardNo, personId, mode, identify }: Body): string | undefined {
  if (typeof payCode !== 'string' || !/^\d{16,24}$/.test(payCode)) return 'payCode 应为 16–24 位数字';
  if (cardNo !== undefined || personId !== undefined) return '付款码消费不带 cardNo 与 personId';
  if (identify !== 'CODE') return '付款码消费的 identify 应为 CODE';
  return mode === 'COUNT' ? '计次消费不能用付款码' : undefined;
}

/** What a swipe says of itself; BAD_RECORD names the field. */
function readSwipe(body: Body) {
  const { cardNo, personId, payCode, mode, amountFen, identify, time } = body;
  if (!modes.has(mode)) return bad('mode 应为 FIXED、AMOUNT、COUNT、WEIGH、DISH 或 SHOP');
  if (!identifies.has(identify)) return bad('identify 不在可选范围内');
  if (cardNo !== undefined && (typeof cardNo !== 'string' || !/^[0-9A-Za-z]{1,32}$/.test(cardNo)))
    return bad('cardNo 应为 1–32 位数字或字母');
  if (personId !== undefined && !isCount(personId)) return bad('personId 应为正整数');
  if (payCode === undefined && cardNo === undefined && personId === undefined)
    return bad('cardNo 与 personId 至少有一项');
  const wrongCode = payCode === undefined ? undefined : checkPayCode(body);
  if (wrongCode) return bad(wrongCode);
  if (mode === 'AMOUNT' ? !isCount(amountFen) || amountFen > mostFen : amountFen !== undefined)
    return bad(mode === 'AMOUNT' ? `amountFen 应为 1–${mostFen}` : '只有金额消费带 amountFen');
  if (!isCount(time) || time > lastMs) return bad('time 应为毫秒时间戳');
  const takes = readTakes(mode as RecordMode, body.takes);
  if (typeof takes === 'string') return bad(takes);
  const dishes = readDishes(mode as RecordMode, body.dishes);
  if (typeof dishes === 'string') return bad(dishes);
  const items = readGoods(mode as RecordMode, body.items);
  if (typeof items === 'string') return bad(items);
  return {
    ...(cardNo === undefined ? {} : { cardNo }),
    ...(personId === undefined ? {} : { personId }),
    ...(payCode === undefined ? {} : { payCode: payCode as string }),
    mode: mode as RecordMode,
    ...(amountFen === undefined ? {} : { amountFen: amountFen as number }),
    ...(takes ? { takes } : {}),
    ...(dishes ? { dishes } : {}),
    ...(items ? { items } : {}),
    identify: identify as Identify,
    deviceTime: time,
  };
}

/** An online swipe: its number stands in the signed headers, its time is the server's. */
export function readOnline(body: unknown, epoch: number, seq: number, nowMs: number): DeviceRecord | Refusal {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return bad('应为 JSON 对象');
  if (seq < 1 || seq > maxSeq) return bad(`消费请求的 X-Seq 应为 1–${maxSeq}`);
  const swipe = readSwipe(body as Body);
  return 'refused' in swipe ? swipe : { epoch, seq, occurredAt: nowMs, offline: false, ...swipe };
}

/** Below this a measured offset is the network's, not the clock's. */
const noiseMs = 5_000;

/**
 * One offline record. `time` is the terminal's clock; `offsetMs`, where the terminal knows it, is what it has since
 * learnt to add; otherwise the offset measured from its heartbeats is added.
 */
export function readOffline(item: unknown, epochNow: number, measuredMs: number): DeviceRecord | Refusal {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return bad('应为 JSON 对象');
  const body = item as Body;
  if (!isCount(body.epoch) || body.epoch > epochNow) return bad(`epoch 应为 1–${epochNow}`);
  if (!isCount(body.seq) || body.seq > maxSeq) return bad(`seq 应为 1–${maxSeq}`);
  const { offsetMs } = body;
  if (offsetMs !== undefined && (typeof offsetMs !== 'number' || !Number.isSafeInteger(offsetMs)))
    return bad('offsetMs 应为整数毫秒');
  const swipe = readSwipe(body);
  if ('refused' in swipe) return swipe;
  if (swipe.payCode !== undefined) return bad('付款码消费只能联机进行');
  const offset = (offsetMs as number | undefined) ?? (Math.abs(measuredMs) > noiseMs ? measuredMs : 0);
  const occurredAt = swipe.deviceTime + offset;
  if (occurredAt < 0 || occurredAt > lastMs) return bad('time 加 offsetMs 应为 1970–9999 年的时刻');
  return { epoch: body.epoch, seq: body.seq, occurredAt, offline: true, ...swipe };
}

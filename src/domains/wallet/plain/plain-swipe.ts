/**
 * A terminal's swipe that one purse paid for is one row, its trade: posting, lines and answer follow from it (views `posting` and
 * `ledger_entry`). Everything else — several purses, money from outside, a hand or a document behind it — has rows of its own.
 */
import { firstCounterLine } from '../plan/draft.ts';
import type { Plan, TradeRow } from '../plan/state.ts';
import type { MoneyRequest, Posted, PurseAmounts, TradeMode, TradePlace } from '../types.ts';
import { printOf } from '../writer/fingerprint.ts';

/** What the trade of a plain swipe says beside the trade. */
export interface PlainSwipe {
  walletId: number;
  walletAfterFen: number | null;
  walletVersion: number | null;
  meaning: string | null;
  balances: PurseAmounts;
}

/** A terminal's number: its device, and epoch and sequence as trades write them. */
export interface DeviceNumber {
  deviceId: number;
  deviceSeq: string;
}

const numberKey = /^d:(\d{1,15}):(\d{1,15}):(\d{1,15})$/;

/** The number a request key is made of; undefined for keys of other hands. */
export function numberOf(requestKey: string): DeviceNumber | undefined {
  const [, device, epoch, seq] = numberKey.exec(requestKey) ?? [];
  return device === undefined ? undefined : { deviceId: Number(device), deviceSeq: `${epoch}-${seq}` };
}

/** The request key of a terminal's number. */
export const keyOfNumber = ({ deviceId, deviceSeq }: DeviceNumber): string =>
  `d:${deviceId}:${deviceSeq.replace('-', ':')}`;

/** How the plan of a swipe is written in its trade alone, or undefined where that would not say everything. */
export function plainSwipeOf(request: MoneyRequest, { posting, trade, entries, posted }: Plan): PlainSwipe | undefined {
  if (request.kind !== 'CONSUME' || !posting || !trade) return undefined;
  const { place } = request;
  if (place.deviceSeq === undefined || place.orderId !== undefined) return undefined;
  if (request.requestKey !== keyOfNumber({ deviceId: place.deviceId, deviceSeq: place.deviceSeq })) return undefined;
  if (posting.operatorId || posting.sourceType || posting.sourceId || posting.reason || trade.thirdFen)
    return undefined;
  const [line, more] = entries.filter(({ lineNo }) => lineNo < firstCounterLine);
  // What cost nothing has no line: a union of tables without a condition could not tell it from what has.
  if (!line || more) return undefined;
  return {
    walletId: line.walletId,
    walletAfterFen: line.balanceAfterFen,
    walletVersion: line.walletVersion,
    meaning: request.meaning ?? null,
    balances: posted.balances,
  };
}

/** What a swipe means where nothing was keyed, weighed or picked: its mode and card, which the trade has in columns. */
const usualMeaning = ({ mode, cardNo = '' }: Pick<TradePlace, 'mode' | 'cardNo'>) => `${mode}::${cardNo}`;

/** True where the meaning need not be written. */
export const isUsualMeaning = (meaning: string | null, place: TradePlace): boolean => meaning === usualMeaning(place);

/** True where the balances need not be written: MAIN paid, and beside it stands a subsidy purse with nothing in it. */
export function isUsualBalances({ balances, walletAfterFen }: PlainSwipe, { mainFen }: TradeRow): boolean {
  const { MAIN, SUBSIDY, ...others } = balances;
  return Object.keys(others).length === 0 && mainFen > 0 && SUBSIDY === 0 && MAIN === walletAfterFen;
}

/** What was left out, of the trade that was read. */
export function usuals(mode: TradeMode, cardNo: string, walletAfterFen: number) {
  return { meaning: usualMeaning({ mode, cardNo }), balances: { MAIN: walletAfterFen, SUBSIDY: 0 } };
}

/** The trade of a plain swipe, as read to answer its number again. */
export interface KnownSwipe extends DeviceNumber {
  id: number;
  personId: number;
  mode: TradeMode;
  meaning: string | null;
  businessDate: string;
  occurredDate: string;
  amountFen: number;
  split: PurseAmounts;
  balances: PurseAmounts;
  suspicious: boolean;
}

/** The fingerprint its request had. */
export function printOfSwipe({ personId, deviceId, mode, deviceSeq, meaning }: KnownSwipe): string {
  return printOf('CONSUME', personId, [deviceId, mode, deviceSeq, null, meaning, null, null]);
}

/** What it was answered. */
export function answerOfSwipe(swipe: KnownSwipe): Posted {
  const { id, businessDate, occurredDate, amountFen, split, balances, suspicious } = swipe;
  return {
    postingId: id,
    businessDate,
    occurredDate,
    late: businessDate !== occurredDate,
    amountFen,
    split,
    balances,
    tradeId: id,
    ...(suspicious ? { suspicious } : {}),
    ...(split.COUNT ? { countUsed: split.COUNT } : {}),
  };
}

/** The subscription notice of organization and contractor accounts: what it says and when it opens (spec §4, §9). */
import { formatDate, parseTime } from '../clock.ts';
import { call } from '../http/client.ts';

export interface SubscriptionNotice {
  contractor?: { name: string } | null;
  name: string;
  /** MONTHLY or yearly. */
  subscribeType: string;
  /** A fraction, shown as a percent. */
  serviceFeeRatio: number;
  orderCalcStartTime: string;
  orderCalcEndTime: string;
  /** Bill total in yuan. */
  amount: number | string;
  /** Deadline of the payment. */
  nextTradeTime: string;
  orderid: number | string;
}

const noticeDays = 10;
const dayMs = 24 * 3_600_000;

/** Does the notice open at `now` (epoch ms)? Deadline within 10 days, or past, and an amount other than 0. */
export function isDue(notice: SubscriptionNotice | null | undefined, now: number): boolean {
  if (!notice || Number(notice.amount) === 0 || !Number.isFinite(Number(notice.amount))) return false;
  const deadline = parseTime(notice.nextTradeTime);
  return Number.isFinite(deadline) && deadline - now <= noticeDays * dayMs;
}

/** Is the bill unpaid past its deadline? The account is frozen then. */
export function isOverdue(notice: SubscriptionNotice, now: number): boolean {
  return parseTime(notice.nextTradeTime) < now;
}

/** The same for one bill of one account through one day: a sign-in is told once a day. */
export const telling = ({ orderid }: SubscriptionNotice, account: number, now: number): string =>
  `${account}:${orderid}:${formatDate(now)}`;

/** A fraction as percent: 0.0125 → `1.25%`. */
export function percentText(fraction: number): string {
  return `${Number((fraction * 100).toFixed(4))}%`;
}

/** 按月 for MONTHLY, 按年 for everything else. */
export function subscribeTypeText(type: string): string {
  return type === 'MONTHLY' ? '按月' : '按年';
}

/** The notice of the current unit, or undefined when there is none. */
export async function askSubscription(): Promise<SubscriptionNotice | undefined> {
  const answer = await call<SubscriptionNotice | null>(
    '/admin/contractor/supermarket/subscribe_order/get_info',
    undefined,
    { background: true },
  );
  return answer.errorcode === 0 ? (answer.data ?? undefined) : undefined;
}

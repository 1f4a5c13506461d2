/** Visitors at the shop's window, who pay by the code on their phone. */

import type { Paid } from './happenings.ts';
import { area, at, type Life, type Span } from './life.ts';
import type { Swipe } from './swipe.ts';
import type { DemoTerminal } from './terminal.ts';

/** Counts days, for what comes round every few of them. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(day) / 86_400_000);

/** A payer's code no other visitor of the demo has; WeChat's, or every third time Alipay's. */
export const payCode = (nth: number, i: number): string =>
  `${i % 3 === 2 ? '28' : '13'}${String(nth).padStart(6, '0')}${String(i + 1).padStart(10, '0')}`;

/** Three to five visitors from `from` on; the same on every run, and no draw of the swipes' chance. */
export function walkIns(shops: readonly DemoTerminal[], day: string, from: number): Swipe[] {
  const nth = dayNumber(day);
  const device = shops[nth % shops.length];
  if (!device) return [];
  return Array.from({ length: 3 + (nth % 3) }, (_, i) => ({
    device,
    payCode: payCode(nth, i),
    when: from + i * 4 * 60_000,
    amountFen: 800 + ((nth * 7 + i * 5) % 12) * 100,
  }));
}

/** One visitor a week, and one yesterday, got the wrong dish: the charge goes back, and the money through the channel. */
export async function takeBackWalkIn({ actor }: Life, span: Span, day: string, paid: readonly Paid[]): Promise<void> {
  const first = paid.find(({ swipe }) => swipe.payCode !== undefined);
  const when = at(day, 20 * 60 + 15);
  const yesterday = dayNumber(day) === dayNumber(span.to) - 1;
  if (!first || when > span.until || !(yesterday || dayNumber(day) % 7 === 0)) return;
  span.setNow(when);
  await actor.call(
    `${area}/consume`,
    'reverse',
    { id: first.tradeId, amountFen: null, reason: '出错菜品，退还顾客' },
    `demo-walk-in-${day}`,
  );
}

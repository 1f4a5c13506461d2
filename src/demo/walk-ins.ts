/** Visitors at the shop's window, who pay by the code on their phone. */
import type { RecordOutcome } from '../domains/device/gateway.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import type { HistoryInput } from './history.ts';
import type { DemoPerson } from './people.ts';
import type { DemoTerminal } from './terminal.ts';

export interface Swipe {
  device: DemoTerminal;
  /** Nobody we know, when a code pays. */
  person?: DemoPerson;
  payCode?: string;
  when: number;
  amountFen?: number;
}

const dayNumber = (day: string) => Math.floor(Date.parse(day) / 86_400_000);

/** Three to five visitors from `from` on, every third with Alipay; the same on every run, and no draw of the swipes' chance. */
export function walkIns(shops: readonly DemoTerminal[], day: string, from: number): Swipe[] {
  const nth = dayNumber(day);
  const device = shops[nth % shops.length];
  if (!device) return [];
  return Array.from({ length: 3 + (nth % 3) }, (_, i) => ({
    device,
    payCode: `${i % 3 === 2 ? '28' : '13'}${String(nth).padStart(6, '0')}${String(i + 1).padStart(10, '0')}`,
    when: from + i * 4 * 60_000,
    amountFen: 800 + ((nth * 7 + i * 5) % 12) * 100,
  }));
}

/** One visitor a week got the wrong dish: the charge goes back, and the money through the channel. */
export async function takeBackWalkIn(
  { actor, setNow, until }: Pick<HistoryInput, 'actor' | 'setNow' | 'until'>,
  day: string,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const [first] = outcomes;
  const when = Date.parse(`${day}T20:15:00+08:00`);
  if (!first || isRefusal(first) || !('posted' in first) || dayNumber(day) % 7 !== 0 || when > until) return;
  setNow(when);
  await actor.call(
    '/admin/organization/consume',
    'reverse',
    { id: first.posted.tradeId, amountFen: null, reason: '出错菜品，退还顾客' },
    `demo-walk-in-${day}`,
  );
}

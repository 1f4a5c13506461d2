/** What happens in the evenings of the last week: each topic a file of its own, each thing on its day before today. */
import { cardHappenings } from './cards.ts';
import { chargeHappenings } from './charges.ts';
import { countedMealHappenings } from './counted-meals.ts';
import { handOver } from './desk.ts';
import { faceHappenings } from './faces.ts';
import { guestHappenings } from './guests.ts';
import { kitchenHappenings } from './kitchen-doors.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { onlineHappenings } from './online-payments.ts';
import { refundHappenings } from './refunds.ts';
import { subsidyHappenings } from './subsidies.ts';
import type { Swipe } from './swipe.ts';
import { dayNumber } from './walk-ins.ts';

/** A swipe that was booked. */
export interface Paid {
  swipe: Swipe;
  tradeId: number;
}

export interface Happening {
  /** Days before today; on the first day of a demo that is not so old. */
  ago: number;
  play(life: Life, day: string, paid: readonly Paid[]): Promise<unknown>;
}

const all: readonly Happening[] = [
  ...cardHappenings,
  ...refundHappenings,
  ...chargeHappenings,
  ...faceHappenings,
  ...guestHappenings,
  ...kitchenHappenings,
  ...subsidyHappenings,
  ...countedMealHappenings,
  ...onlineHappenings,
].sort((a, b) => b.ago - a.ago);

/** Two days in five a clerk takes a wrong charge back. */
function takeBack({ actor }: Life, day: string, paid: readonly Paid[]): Promise<unknown> | undefined {
  const meals = paid.filter(({ swipe }) => swipe.person && !swipe.takes);
  const wrong = meals[(dayNumber(day) * 31) % meals.length];
  if (!wrong || dayNumber(day) % 5 > 1) return undefined;
  const reverse = { id: wrong.tradeId, amountFen: null, reason: '窗口重复扣款' };
  return actor.call(`${area}/consume`, 'reverse', reverse, `demo-reverse-${day}`);
}

/** The evening of a day, none of today: it may not have come yet. */
export function evening(life: Life, { from, to }: Span, day: string, paid: readonly Paid[]): Step[] {
  const ago = dayNumber(to) - dayNumber(day);
  if (ago === 0) return [];
  const due = all.filter((one) => one.ago === ago || (day === from && one.ago > ago));
  return [
    ...due.map((one, i) => ({ when: at(day, 20 * 60 + 20 + i * 0.5), play: () => one.play(life, day, paid) })),
    // Where diners report the same evening, the desk leaves the charges to them.
    ...(due.length > 0 ? [] : [{ when: at(day, 20 * 60 + 40), play: async () => takeBack(life, day, paid) }]),
    // The company's drawer of yesterday is still to be handed over.
    ...(ago === 1 && life.plan.kind === 'COMPANY'
      ? []
      : [{ when: at(day, 20 * 60 + 50), play: () => handOver(life, day) }]),
  ];
}

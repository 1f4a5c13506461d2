/** Sixty days of a canteen's life and the day that is running: grants, recharges, swipes, by the real commands. */

import type { RecordOutcome } from '../domains/device/gateway.ts';
import { businessDayEnd } from '../domains/wallet/business-day.ts';
import { type Chance, chance } from '../kit/server/chance.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';
import type { DemoPerson } from './people.ts';
import type { Places } from './places.ts';
import type { MealPlan, OrganizationPlan } from './plan.ts';
import { liveSubsidies } from './subsidies.ts';
import { beatNow, beatThrough, countAnswered, nextRecord } from './terminal.ts';
import { type Swipe, takeBackWalkIn, walkIns } from './walk-ins.ts';

export interface HistoryInput {
  services: Services;
  organizationId: number;
  actor: Actor;
  plan: OrganizationPlan;
  people: readonly DemoPerson[];
  places: Places;
  /** First and last business day, `YYYY-MM-DD`; the last one ends at `until` (epoch ms). */
  from: string;
  to: string;
  until: number;
  /** Sets the clock commands see; the demo's past is lived, not written. */
  setNow(ms: number): void;
}

const at = (day: string, minute: number) => Date.parse(`${day}T00:00:00+08:00`) + Math.round(minute * 60_000);
const weekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Minutes around the peak, roughly normal, kept within the meal. */
function arrival(meal: MealPlan, by: Chance): number {
  const bell = (by.next() + by.next() + by.next() + by.next() - 2) * meal.spreadMinutes;
  const start = Number(meal.startTime.slice(0, 2)) * 60 + Number(meal.startTime.slice(3));
  const end = Number(meal.endTime.slice(0, 2)) * 60 + Number(meal.endTime.slice(3));
  return Math.min(end - 1, Math.max(start, meal.peakMinute + bell));
}

async function recharge(
  input: HistoryInput,
  person: DemoPerson,
  amountFen: number,
  key: string,
  by: Chance,
): Promise<void> {
  const cash = by.happens(0.35);
  const channel = by.pick(['WECHAT', 'ALIPAY', 'TRANSFER'] as const);
  await (cash
    ? input.actor.call('/admin/organization/deposit', 'create', { personId: person.id, amountFen }, key)
    : input.actor.call(
        '/admin/organization/recharge',
        'create',
        { personId: person.id, amountFen, channel, channelNo: `${key}-${channel}` },
        key,
      ));
}

/** A list in runs of at most `size`, so that what is recorded follows what happened within minutes. */
function slices<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** Plays one business day; balances are followed so that people recharge before they run dry. */
async function playDay(input: HistoryInput, day: string, balances: Map<number, number>, by: Chance): Promise<void> {
  const { services, plan, people, places } = input;
  input.setNow(at(day, 5 * 60));
  if (day.endsWith('-01') || day === input.from) await liveSubsidies(input, day);
  const open = at(day, 7 * 60) < input.until;
  const short = people.filter((p) => (balances.get(p.id) ?? 0) < 4000);
  if (open)
    for (const [i, group] of slices(short, 16).entries()) {
      input.setNow(Math.min(at(day, 7 * 60 + i * 2), input.until));
      await Promise.all(
        group.map((person) => {
          const amountFen = by.pick([10_000, 10_000, 20_000, 20_000, 30_000, 5000]);
          balances.set(person.id, (balances.get(person.id) ?? 0) + amountFen);
          return recharge(input, person, amountFen, `demo-${day}-${person.id}`, by);
        }),
      );
    }
  const windows = places.devices.filter((d) => !d.shop);
  const shops = places.devices.filter((d) => d.shop);
  const swipes: Swipe[] = services.pay.provider('WECHAT') ? walkIns(shops, day, at(day, 12 * 60 + 5)) : [];
  for (const meal of plan.meals) {
    const share = (plan.attendance[meal.name] ?? 0) * (weekend(day) ? plan.weekendShare : 1);
    for (const person of people) {
      if (!by.happens(share)) continue;
      const when = at(day, arrival(meal, by));
      swipes.push({ device: by.pick(windows), person, when });
      if (by.happens(0.015)) swipes.push({ device: by.pick(windows), person, when: when + by.between(60, 400) * 1000 });
      if (by.happens(0.05))
        swipes.push({
          device: by.pick(shops),
          person,
          when: when + by.between(300, 1500) * 1000,
          amountFen: by.between(2, 18) * 100,
        });
    }
  }
  swipes.sort((a, b) => a.when - b.when);
  const outcomes: { outcome: RecordOutcome; person: DemoPerson | undefined }[] = [];
  for (const group of slices(
    swipes.filter((s) => s.when < input.until),
    48,
  )) {
    input.setNow(Math.min(group.at(-1)!.when + 2_000, input.until));
    outcomes.push(
      ...(await Promise.all(
        group.map(async ({ device, person, payCode, when, amountFen }) => {
          const record = nextRecord(device, when, {
            ...(person
              ? { cardNo: person.cardNo, identify: by.happens(0.7) ? ('CARD' as const) : ('FACE' as const) }
              : { identify: 'CODE' as const }),
            ...(payCode === undefined ? {} : { payCode }),
            offline: false,
            ...(amountFen === undefined ? {} : { amountFen }),
          });
          const outcome = await services.consumeGateway.consume(device.known.at, record);
          countAnswered(services, device, record, outcome);
          return { outcome, person };
        }),
      )),
    );
  }
  for (const { outcome, person } of outcomes)
    if (person && !isRefusal(outcome) && 'posted' in outcome)
      balances.set(person.id, outcome.posted.balances.MAIN ?? 0);
  await takeBackWalkIn(
    input,
    day,
    outcomes.filter(({ person }) => !person).map(({ outcome }) => outcome),
  );
  // Now and then a clerk takes a wrong charge back.
  const posted = outcomes.filter(({ person, outcome }) => person && !isRefusal(outcome) && 'posted' in outcome);
  if (posted.length > people.length / 6 && by.happens(0.4)) {
    const { outcome } = by.pick(posted);
    if (!isRefusal(outcome) && 'posted' in outcome && outcome.posted.tradeId) {
      input.setNow(Math.min(at(day, 20 * 60 + 30), input.until));
      await input.actor.call(
        '/admin/organization/consume',
        'reverse',
        { id: outcome.posted.tradeId, amountFen: null, reason: '窗口重复扣款' },
        `demo-reverse-${day}`,
      );
    }
  }
}

/** The terminals' night: their beats of the day that ends, and a last one that tells its totals. */
async function tellDay(input: HistoryInput, day: string, by: Chance): Promise<void> {
  const end = Math.min(businessDayEnd(day) - 1_000, input.until);
  input.setNow(end);
  await Promise.all(
    input.places.devices.map(async (terminal) => {
      await beatThrough(input.services, terminal, at(input.from, 5 * 60), end, by);
      await beatNow(input.services, terminal);
    }),
  );
}

/** Lives the days one after another. */
export async function liveHistory(input: HistoryInput): Promise<void> {
  const by = chance(input.plan.seed);
  // Another chance than the swipes', so that how the line was does not change who ate.
  const line = chance(input.plan.seed + 1);
  const balances = new Map<number, number>();
  for (let day = input.from; day <= input.to; day = addDays(day, 1)) {
    await playDay(input, day, balances, by);
    if (businessDayEnd(day) - 86_400_000 < input.until) await tellDay(input, day, line);
  }
}

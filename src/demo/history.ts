/** Sixty days of canteens' life and the day that is running: grants, recharges, swipes, by the real commands. */

import type { RecordOutcome } from '../domains/device/public.server.ts';
import { businessDayEnd } from '../domains/wallet/public.server.ts';
import { type Chance, chance } from '../kit/server/chance.ts';
import { addDays } from '../kit/server/clock.ts';
import { refreshStatistics } from '../kit/server/db/statistics.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import { activities } from './activities.ts';
import { channelBills } from './channel-bills.ts';
import { closing } from './closing.ts';
import { controlOf } from './control.ts';
import { crewOf } from './crew.ts';
import { deskOf } from './desk.ts';
import { evening, type Paid } from './happenings.ts';
import { area, at, isWeekend, type Life, minutesOf, type Span, type Step } from './life.ts';
import { mealsOf } from './meals.ts';
import type { DemoPerson } from './people.ts';
import type { MealPlan } from './plan.ts';
import { soFar } from './so-far.ts';
import { liveSubsidies } from './subsidies.ts';
import { type Swipe, swipeNow } from './swipe.ts';
import { beatNow, beatThrough, sells } from './terminal.ts';
import { unitMoney } from './unit-money.ts';
import { takeBackWalkIn, walkIns } from './walk-ins.ts';
import { plates } from './weighing.ts';
import { withdrawals } from './withdrawals.ts';

/** What one life remembers from day to day. */
interface Memory {
  by: Chance;
  /** Another chance than the swipes', so that how the line was does not change who ate. */
  line: Chance;
  /** Balances are followed so that people recharge before they run dry. */
  balances: Map<number, number>;
}

/** Minutes around the peak, roughly normal, kept within the meal. */
function arrival(meal: MealPlan, by: Chance): number {
  const bell = (by.next() + by.next() + by.next() + by.next() - 2) * meal.spreadMinutes;
  return Math.min(minutesOf(meal.endTime) - 1, Math.max(minutesOf(meal.startTime), meal.peakMinute + bell));
}

async function recharge(
  { actor }: Life,
  person: DemoPerson,
  amountFen: number,
  key: string,
  by: Chance,
): Promise<void> {
  // What was paid in by phone goes back by phone: the cast's refunds are paid at the desk.
  const cash = by.happens(0.35) || person.cast;
  const channel = by.pick(['WECHAT', 'ALIPAY', 'TRANSFER'] as const);
  await (cash
    ? actor.call(`${area}/deposit`, 'create', { personId: person.id, amountFen }, key)
    : actor.call(
        `${area}/recharge`,
        'create',
        { personId: person.id, amountFen, channel, channelNo: `${key}-${channel}` },
        key,
      ));
}

/** A list in runs of at most `size`, so that what is recorded follows what happened within minutes. */
function slices<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** Everybody who runs dry recharges at seven. */
function recharges(life: Life, { by, balances }: Memory, day: string): Step[] {
  const short = life.people.filter((p) => !p.away && (balances.get(p.id) ?? 0) < 4000);
  return slices(short, 16).map((group, i) => ({
    when: at(day, 7 * 60 + i * 2),
    play: () =>
      Promise.all(
        group.map((person) => {
          const amountFen = by.pick([20_000, 20_000, 30_000, 30_000, 40_000, 10_000]);
          balances.set(person.id, (balances.get(person.id) ?? 0) + amountFen);
          return recharge(life, person, amountFen, `demo-${day}-${person.id}`, by);
        }),
      ),
  }));
}

/** Who comes to eat on a day, and what the shop sells beside it. */
function swipesOf(life: Life, by: Chance, day: string): Swipe[] {
  const { plan, people, places } = life;
  const windows = sells(places.devices, 'FIXED');
  const shops = sells(places.devices, 'AMOUNT');
  const swipes: Swipe[] = [
    ...(life.services.pay.provider('WECHAT') ? walkIns(shops, day, at(day, 12 * 60 + 5)) : []),
    ...plates(life, day, at(day, 12 * 60 + 20)),
  ];
  for (const meal of plan.meals) {
    const share = plan.attendance[meal.name] ?? 0;
    for (const person of people) {
      const rest = isWeekend(day) ? (person.cast ? 0.8 : plan.weekendShare) : 1;
      if (!by.happens(share * rest) || person.away) continue;
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
  return swipes;
}

/** Most swipes that are on their way at once, of all organizations together. */
const together = 144;

/** A step of one life, or of all of them; or a swipe. */
type Planned = (Step & { life?: Life }) | { when: number; life: Life; memory: Memory; swipe: Swipe };

/** Does the steps of one moment: each life's one after another, the lives beside one another. */
async function doTogether(steps: readonly (Step & { life?: Life })[]): Promise<void> {
  const lives = Map.groupBy(steps, (step) => step.life);
  await Promise.all(
    [...lives.values()].map(async (own) => {
      for (const step of own) await step.play();
    }),
  );
}

/** Does in the order of time what is planned; swipes that follow one another go together. */
async function play(planned: readonly Planned[], span: Span): Promise<Map<Life, Paid[]>> {
  const paid = new Map<Life, Paid[]>();
  let group: Extract<Planned, { swipe: Swipe }>[] = [];
  let moment: Extract<Planned, Step>[] = [];
  const act = async () => {
    const [first] = moment;
    if (!first) return;
    span.setNow(first.when);
    await doTogether(moment);
    moment = [];
  };
  const flush = async () => {
    const last = group.at(-1);
    if (!last) return;
    span.setNow(Math.min(last.when + 2_000, span.until));
    const outcomes = await Promise.all(
      group.map(({ life, memory, swipe }) => swipeNow(life.services, swipe, memory.by)),
    );
    for (const [i, { life, memory, swipe }] of group.entries()) {
      const outcome = outcomes[i] as RecordOutcome;
      if (isRefusal(outcome) || !('posted' in outcome)) continue;
      if (swipe.person) memory.balances.set(swipe.person.id, outcome.posted.balances.MAIN ?? 0);
      paid.set(life, [...(paid.get(life) ?? []), { swipe, tradeId: outcome.posted.postingId }]);
    }
    group = [];
  };
  for (const next of [...planned].filter((p) => p.when < span.until).sort((a, b) => a.when - b.when)) {
    if ('swipe' in next) {
      await act();
      group.push(next);
      if (group.length >= together) await flush();
      continue;
    }
    await flush();
    if (moment[0] && (moment[0].when !== next.when || !moment[0].life || !next.life)) await act();
    moment.push(next);
  }
  await flush();
  await act();
  return paid;
}

/** Plays one business day of all organizations; what they tell of the day before comes first. */
async function playDay(
  lives: ReadonlyMap<Life, Memory>,
  day: string,
  span: Span,
  beside: readonly Step[],
): Promise<void> {
  const planned: Planned[] = [];
  for (const [life, memory] of lives) {
    const morning = at(day, 5 * 60);
    // The books of the first begin at four: before, its grants are still to come. The first day of all has its own at once.
    const granted = day === span.from ? Math.min(morning, span.until - 1) : morning;
    const steps: Step[] = [];
    if (day.endsWith('-01') || day === span.from) steps.push({ when: granted, play: () => liveSubsidies(life, day) });
    steps.push(...recharges(life, memory, day), ...deskOf(life, day), ...closing(life, day, span));
    steps.push(
      ...crewOf(life, day, span),
      ...controlOf(life, day, span),
      ...unitMoney(life, day, span),
      ...activities(life, day, span),
    );
    if (day === span.to) steps.push(...soFar(life, span));
    const swipes = swipesOf(life, memory.by, day);
    steps.push(...mealsOf(life, day, span, swipes));
    for (const step of steps) planned.push({ ...step, life });
    for (const swipe of swipes) planned.push({ when: swipe.when, life, memory, swipe });
  }
  planned.push(...beside, ...channelBills([...lives.keys()], day, span));
  if (day === addDays(span.to, -1)) planned.push(withdrawals([...lives.keys()], day));
  const paid = await play(planned, span);
  const late: Planned[] = [];
  for (const life of lives.keys()) {
    await takeBackWalkIn(life, span, day, paid.get(life) ?? []);
    for (const step of evening(life, span, day, paid.get(life) ?? [])) late.push({ ...step, life });
  }
  await play(late, span);
}

/** The terminals' night: their beats of the day that ends, and a last one that tells its totals. */
async function tellDay(lives: ReadonlyMap<Life, Memory>, day: string, span: Span): Promise<void> {
  const end = Math.min(businessDayEnd(day) - 1_000, span.until);
  span.setNow(end);
  await Promise.all(
    [...lives].map(async ([life, { line }]) => {
      await beatThrough(life.services, life.places.devices, at(span.from, 5 * 60), end, line);
      await Promise.all(life.places.devices.map((terminal) => beatNow(life.services, terminal)));
    }),
  );
}

/** Lives the days one after another, all organizations at one time; `beside` is what else happens on a day. */
export async function liveHistory(
  lives: readonly Life[],
  span: Span,
  beside: (day: string, span: Span) => Step[],
): Promise<void> {
  const remembered = new Map(
    lives.map((life): [Life, Memory] => [
      life,
      { by: chance(life.plan.seed), line: chance(life.plan.seed + 1), balances: new Map() },
    ]),
  );
  for (let day = span.from, lived = 0; day <= span.to; day = addDays(day, 1), lived += 1) {
    // A database that still takes its tables, or a new month of them, for empty reads them whole.
    if (lived % 5 === 0 || (lived & (lived - 1)) === 0 || day.endsWith('-02'))
      await refreshStatistics(lives[0]!.services.pool);
    await playDay(remembered, day, span, beside(day, span));
    if (businessDayEnd(day) - 86_400_000 < span.until) await tellDay(remembered, day, span);
  }
}

/** The kitchen the benches of meals work in: a unit with people enough, a meal that is reported and one that is ordered. */
import type { Actor } from '../src/demo/act.ts';
import type { SettableClock } from '../src/demo/seed.ts';
import { actorOf } from '../src/demo/units.ts';
import type { MoneyRequest, TradePlace } from '../src/domains/wallet/public.server.ts';
import { dateAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import { refusalMessage } from '../src/kit/server/refusal.ts';
import { type Opened, openMany } from './open-people.ts';
import { liftLimits } from './rush-setup.ts';
import type { SmallHouse } from './small-house.ts';

export interface MealFigure {
  name: string;
  /** What was measured, in its unit. */
  said: string;
  limit: string;
  /** Beside what, in the same run; empty where there is nothing of the kind. */
  beside: string;
}

/** People who report; more come later. */
export const reporters = 20_000;

export interface Kitchen {
  services: Services;
  clock: SettableClock;
  school: Actor;
  /** The second person. */
  checker: Actor;
  organizationId: number;
  lunchId: number;
  /** Not reported: it is ordered. */
  dinnerId: number;
  restaurantId: number;
  people: Opened[];
  /** Of the database server. */
  pid(): number;
  /** The business day the database stands at. */
  today: string;
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, answer: T]> {
  const start = performance.now();
  const answer = await work();
  return [performance.now() - start, answer];
}

export async function postAll({ services }: Kitchen, requests: readonly MoneyRequest[]): Promise<void> {
  for (const outcome of await services.wallet.submitMany(requests))
    if (!('posted' in outcome)) throw new Error(refusalMessage(outcome));
}

export const placeOf = ({ restaurantId, lunchId }: Kitchen): TradePlace => ({
  restaurantId,
  deploySiteId: 0,
  deviceId: 0,
  mealPeriodId: lunchId,
  departmentId: 0,
  personTypeId: 0,
  mode: 'FIXED',
  identify: 'CARD',
});

export async function openKitchen({ services, clock, organizationId, pid }: SmallHouse): Promise<Kitchen> {
  const { pool } = services;
  const one = async (text: string) => (await pool.query<{ id: number }>(text, [organizationId])).rows[0]!.id;
  const lunchId = await one(`select id from meal_period where organization_id = $1 and name = '午餐'`);
  const dinnerId = await one(`select id from meal_period where organization_id = $1 and name = '晚餐'`);
  const restaurantId = await one(
    `select restaurant_id as id from food_menu where organization_id = $1 order by menu_date, restaurant_id limit 1`,
  );
  const today = dateAt(clock.now());
  clock.set(Date.parse(`${today}T09:00:00+08:00`));
  await liftLimits(services, organizationId);
  // Nothing is done behind the measured work's back.
  await services.jobs.stop();
  const [school, checker] = [await actorOf(services, 'school'), await actorOf(services, 'finance')];
  const people = await openMany(services, organizationId, { prefix: 'M', count: reporters, firstCard: 7_000_000_000 });
  return {
    services,
    clock,
    school,
    checker,
    organizationId,
    lunchId,
    dinnerId,
    restaurantId,
    people,
    pid,
    today,
  };
}

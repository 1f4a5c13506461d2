/** The demo: a platform with two agents, two contractors, a school and a company, sixty days old. Only on an empty database. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { turnAttendance } from '../domains/gate/public.server.ts';
import { ensureSuper } from '../domains/identity/public.server.ts';
import { seedLibrary } from '../domains/menu/public.server.ts';
import { settleOrganization } from '../domains/settlement/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays, type Clock, dateAt, systemClock } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { refreshStatistics } from '../kit/server/db/statistics.ts';
import { buyDevices } from './agent-business.ts';
import { liveAlerts, openAlerts } from './alerts.ts';
import { releaseApps } from './app-versions.ts';
import { enterCalendar } from './calendar.ts';
import { openControl } from './control.ts';
import { openCrew } from './crew.ts';
import { openDistricts } from './districts.ts';
import { liveDrill } from './drill.ts';
import { liveHistory } from './history.ts';
import { openKitchen } from './kitchen.ts';
import { at, type Life } from './life.ts';
import { openMealStaff } from './meal-staff.ts';
import { openOwnNumber } from './online-payments.ts';
import { openOrders } from './orders.ts';
import { beatAll, leaveWaiting, liveOutage } from './outage.ts';
import { letVisitorsIn, livePassages, openAttendance, tellDoors } from './passages.ts';
import { openEveryone, openTypes } from './people.ts';
import { type DeviceTypes, openDeviceTypes, setUpPlaces } from './places.ts';
import { type OrganizationPlan, plans } from './plan.ts';
import { openDinerApp, openRegisters } from './registers.ts';
import { liveOpenings, liveReadings, liveSamples, removeOld } from './samples.ts';
import { openScreens, tellScreens } from './screens.ts';
import { sellFromShop } from './shop-sales.ts';
import { signEverything } from './signatures.ts';
import { sellByDish } from './sold-by-dish.ts';
import { sellServices } from './sold-services.ts';
import { splitUnit } from './split-unit.ts';
import { extendTemplate, openApprover, openStaff, shareAgent } from './staff.ts';
import { runStores } from './stores.ts';
import { leaveSubsidyWork } from './subsidies.ts';
import { billService, sellGoods } from './till.ts';
import { openOrganization, openUnits, type Units } from './units.ts';
import { openAccounts } from './withdrawals.ts';

/** How much demo to make; tests take less. */
export interface DemoSize {
  /** Days of history before today. */
  days: number;
  /** Share of the planned people, 0–1; at least one in every department. */
  share: number;
}

const wholeDemo: DemoSize = { days: 60, share: 1 };

/** A clock that can be set back while the demo's past is lived. */
export interface SettableClock {
  now(): number;
  set(ms: number | null): void;
  /** Does `work` with a time of its own, from the present one on: what is set in it is seen in it alone. */
  apart<T>(work: () => Promise<T>): Promise<T>;
}

/** The clock it stands on (the system's) until it is set; `null` sets it free again. */
export function settableClock(base: Clock = systemClock): SettableClock {
  const everywhere: { ms: number | null } = { ms: null };
  const own = new AsyncLocalStorage<{ ms: number | null }>();
  const here = () => own.getStore() ?? everywhere;
  return {
    now: () => here().ms ?? base.now(),
    set: (ms) => {
      here().ms = ms;
    },
    apart: (work) => own.run({ ...here() }, work),
  };
}

function scaled(plan: OrganizationPlan, share: number): OrganizationPlan {
  const groups = plan.groups.map((g) => ({
    ...g,
    peoplePerChild: g.cast ? g.peoplePerChild : Math.max(1, Math.round(g.peoplePerChild * share)),
  }));
  return { ...plan, groups };
}

/** Opens an organization with its places and people. */
async function open(
  services: Services,
  units: Units,
  plan: OrganizationPlan,
  deviceTypes: DeviceTypes,
  today: string,
): Promise<Life> {
  const { id, actor } = await openOrganization(services, units, plan, today);
  const typeIds = await openTypes(actor, plan);
  const places = await setUpPlaces(services, units, id, actor, plan, typeIds, deviceTypes, today);
  const people = await openEveryone(services, actor, plan, typeIds, chance(plan.seed));
  const checker = await openApprover(services, id, plan.loginName);
  const cast = people.filter((person) => person.cast);
  const life = { services, organizationId: id, actor, checker, plan, people, cast, places };
  await openMealStaff(life);
  await openRegisters(life);
  await openDinerApp(life);
  await openDistricts(life, units, deviceTypes);
  await openCrew(life, today);
  await openControl(life, today);
  await openScreens(life, today);
  return life;
}

/** The gates and the kitchen of one life. Nothing of it is money, which is written for all lives at one time. */
async function liveBeside(life: Life, now: number, days: number, setNow: (ms: number) => void): Promise<void> {
  const today = dateAt(now);
  await livePassages(life, today, now, days, setNow);
  await letVisitorsIn(life, now);
  await openAttendance(life, today, days);
  await openKitchen(life, today);
  await liveSamples(life, now, days, setNow);
  await liveReadings(life, now, setNow);
  await liveOpenings(life, now, setNow);
  await liveDrill(life, now, setNow);
  await removeOld(life, now, setNow);
  await signEverything(life, now, days, setNow);
}

/** What is left for whoever looks at the demo: dishes sold off its menus, records that wait, batches to decide. */
async function leaveWork(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const today = dateAt(now);
  await sellByDish(life, now, setNow);
  const lunch = at(addDays(today, -1), 13 * 60);
  await liveOutage(life, lunch);
  leaveWaiting(life, now);
  await beatAll(life);
  await tellDoors(life);
  await tellScreens(life);
  await leaveSubsidyWork(life, today.slice(0, 7));
}

/** Key of the advisory lock: of several nodes that start on one database one seeds, the others wait for it. */
const lockKey = 7_420_119;

/** Fills an empty database with the demo; does nothing when there is any organization. */
export async function seedDemo(services: Services, clock: SettableClock, size: DemoSize = wholeDemo): Promise<void> {
  const guard = await services.pool.connect();
  try {
    // Living the demo takes longer than any statement may; whoever waits for it waits to its end.
    await guard.query('set statement_timeout = 0');
    await guard.query('select pg_advisory_lock($1)', [lockKey]);
    await seedOnce(services, clock, size);
  } finally {
    // The lock goes with its connection, whatever state that is in.
    guard.release(true);
  }
}

async function seedOnce(services: Services, clock: SettableClock, size: DemoSize): Promise<void> {
  const known = await services.pool.query('select 1 from organization limit 1');
  if (known.rows.length > 0) return;
  const now = clock.now();
  const began = systemClock.now();
  services.log.info('正在生成演示数据……');
  const begin = Date.parse(`${addDays(dateAt(now), -size.days)}T03:00:00+08:00`);
  clock.set(begin);
  try {
    await ensureSuper(services);
    const today = dateAt(now);
    const units = await openUnits(services, today);
    const deviceTypes = await openDeviceTypes(units, plans);
    await seedLibrary(services, units.platform);
    const lives: Life[] = [];
    for (const plan of plans) lives.push(await open(services, units, scaled(plan, size.share), deviceTypes, today));
    await openAccounts(services, lives);
    await openOwnNumber(services, units, lives);
    await openStaff(services, units);
    await extendTemplate(services);
    const span = {
      from: addDays(today, -size.days),
      to: today,
      until: now,
      setNow: (ms: number) => clock.set(Math.min(ms, now)),
    };
    await liveHistory(lives, span, splitUnit(services, units));
    clock.set(now);
    const setNow = (ms: number) => clock.set(Math.min(ms, now));
    for (const life of lives) await openAlerts(life);
    await liveAlerts(lives, today, now, setNow);
    await Promise.all(lives.map((life) => clock.apart(() => liveBeside(life, now, size.days, setNow))));
    for (const life of lives) await leaveWork(life, now, setNow);
    // The doors have told everything by now.
    await turnAttendance(services);
    for (const life of lives) if (life.plan.kind === 'COMPANY') await openOrders(life, now, setNow);
    for (const life of lives) await enterCalendar(life, today);
    const [firstShop] = await runStores(services, lives, { today, days: size.days, setNow });
    await sellGoods(units, lives[0]!, firstShop!, { now, days: size.days, types: deviceTypes, setNow });
    setNow(now);
    await sellFromShop(services, firstShop!, { today, days: size.days, setNow });
    setNow(now);
    await billService(services, units, { today, now, setNow });
    await sellServices(services, units);
    await buyDevices(services, units, deviceTypes);
    await releaseApps(services, lives, today, setNow);
    setNow(now);
    await shareAgent(services, lives.at(-1)!.actor);
    // As the house does by the hour: what today has seen is in the books between units.
    for (const life of lives) await settleOrganization(services, life.organizationId);
  } finally {
    clock.set(null);
  }
  await refreshStatistics(services.pool);
  services.log.info(`演示数据已就绪，用时 ${Math.round((systemClock.now() - began) / 1000)} 秒`);
}

/** The demo: a platform with two agents, two contractors, a school and a company, sixty days old. Only on an empty database. */
import { ensureSuper } from '../domains/identity/ensure-super.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays, dateAt, systemClock } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { liveHistory } from './history.ts';
import { beatAll, leaveWaiting, liveOutage } from './outage.ts';
import { openEveryone, openTypes } from './people.ts';
import { setUpPlaces } from './places.ts';
import { type OrganizationPlan, plans } from './plan.ts';
import { openApprover, shareAgent } from './staff.ts';
import { leaveSubsidyWork } from './subsidies.ts';
import { openOrganization, openUnits, type Units } from './units.ts';

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
}

/** The system's clock until it is set; `null` sets it free again. */
export function settableClock(): SettableClock {
  let fixed: number | null = null;
  return {
    now: () => fixed ?? systemClock.now(),
    set: (ms) => {
      fixed = ms;
    },
  };
}

function scaled(plan: OrganizationPlan, share: number): OrganizationPlan {
  const groups = plan.groups.map((g) => ({ ...g, peoplePerChild: Math.max(1, Math.round(g.peoplePerChild * share)) }));
  return { ...plan, groups };
}

async function seedOrganization(
  services: Services,
  clock: SettableClock,
  units: Units,
  plan: OrganizationPlan,
  deviceTypeId: number,
  now: number,
  days: number,
): Promise<void> {
  const today = dateAt(now);
  const from = addDays(today, -days);
  const { id, actor } = await openOrganization(services, units, plan);
  const typeIds = await openTypes(actor, plan);
  const places = await setUpPlaces(services, units, id, actor, plan, typeIds, deviceTypeId, today);
  const people = await openEveryone(services, actor, plan, typeIds, chance(plan.seed));
  await openApprover(services, id, plan.loginName);
  await liveHistory({
    services,
    organizationId: id,
    actor,
    plan,
    people,
    places,
    from,
    to: today,
    until: now,
    setNow: (ms) => clock.set(Math.min(ms, now)),
  });
  clock.set(now);
  const lunch = plan.meals[1]!.startTime;
  await liveOutage(services, actor, places, people, Date.parse(`${addDays(today, -1)}T${lunch}:00+08:00`) + 3_600_000);
  if (plan.loginName === 'school') leaveWaiting(places, people, now);
  await beatAll(services, places);
  await leaveSubsidyWork({ services, organizationId: id, actor, plan }, today.slice(0, 7));
  if (plan.loginName === 'company') await shareAgent(actor);
}

/** Fills an empty database with the demo; does nothing when there is any organization. */
export async function seedDemo(services: Services, clock: SettableClock, size: DemoSize = wholeDemo): Promise<void> {
  const known = await services.pool.query('select 1 from organization limit 1');
  if (known.rows.length > 0) return;
  const now = systemClock.now();
  services.log.info('正在生成演示数据……');
  const begin = Date.parse(`${addDays(dateAt(now), -size.days)}T03:00:00+08:00`);
  clock.set(begin);
  try {
    await ensureSuper(services);
    const units = await openUnits(services);
    const deviceType = await units.platform.call('/admin/platform/device_type', 'create', {
      name: '人脸消费机',
      model: 'FP-20',
      kind: 'FACE_POS',
      protocol: 'HTTP',
      abilities: ['FACE', 'CARD', 'QR', 'OFFLINE'],
      offlineCapacity: 50_000,
      priceFen: 180_000,
    });
    for (const plan of plans) {
      clock.set(begin);
      await seedOrganization(services, clock, units, scaled(plan, size.share), deviceType.id, now, size.days);
    }
  } finally {
    clock.set(null);
  }
  services.log.info(`演示数据已就绪，用时 ${Math.round((systemClock.now() - now) / 1000)} 秒`);
}

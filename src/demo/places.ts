/** Where people eat in a demo organization: meals, restaurants, windows, terminals, prices. */
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import type { OrganizationPlan } from './plan.ts';
import { type DemoTerminal, pairTerminal } from './terminal.ts';
import type { Units } from './units.ts';

export interface Places {
  /** Terminals by window, shops last. */
  devices: DemoTerminal[];
}

const area = '/admin/organization';

interface Site {
  id: number;
  name: string;
  restaurantId: number;
  shop: boolean;
}

async function terminals(
  units: Units,
  organizationId: number,
  plan: OrganizationPlan,
  sites: readonly Site[],
  typeId: number,
) {
  const devices: { id: number; sn: string; mode: string; site: Site }[] = [];
  for (const [i, site] of sites.entries()) {
    const sn = `${plan.loginName === 'school' ? 'XS' : 'YF'}2026${String(i + 1).padStart(4, '0')}`;
    const mode = site.shop ? 'AMOUNT' : 'FIXED';
    const { id } = await units.platform.call('/admin/platform/device', 'create', {
      sn,
      typeId,
      name: `${site.name}消费机`,
      mode,
    });
    await units.platform.call('/admin/platform/device', 'assign', { id, organizationId });
    devices.push({ id, sn, mode, site });
  }
  return devices;
}

/** Sets the organization's places up, with the contractor under contract. */
export async function setUpPlaces(
  services: Services,
  units: Units,
  organizationId: number,
  actor: Actor,
  plan: OrganizationPlan,
  typeIds: ReadonlyMap<string, number>,
  deviceTypeId: number,
  today: string,
): Promise<Places> {
  const contract = await units.contractor.call('/admin/contractor/manage/contract_site', 'create', {
    partnerName: plan.name,
    startDate: `${today.slice(0, 4)}-01-01`,
    endDate: `${Number(today.slice(0, 4)) + 1}-12-31`,
    shareRatio: 500,
    manageFeeFen: 0,
    depositAmountFen: 5_000_000,
    settleCycle: 'MONTH',
    bearCorrection: 'CONTRACTOR',
  });
  await actor.call('/admin/organization/manage/contract_site', 'activate', { id: contract.id, schoolChecked: true });
  const mealIds = new Map<string, number>();
  for (const [sort, { name, startTime, endTime, times }] of plan.meals.entries())
    mealIds.set(
      name,
      (await actor.call(`${area}/meal`, 'create', { name, startTime, endTime, times, sort, color: '#0a8250' })).id,
    );
  const sites: Site[] = [];
  for (const [i, restaurant] of plan.restaurants.entries()) {
    const shop = i === plan.restaurants.length - 1;
    const { id: restaurantId } = await actor.call(`${area}/restaurant`, 'create', {
      name: restaurant.name,
      kind: shop ? 'SHOP' : 'RESTAURANT',
      consumeMode: shop ? 'AMOUNT' : 'FIXED',
      seatCount: shop ? 10 : 260,
      contractorId: i === 0 ? units.contractorId : null,
      manager: i === 0 ? '邵建国' : '宋班长',
      mealPeriodIds: [],
    });
    for (const name of restaurant.sites) {
      const { id } = await actor.call(`${area}/deploy_site`, 'create', {
        name,
        kind: shop ? 'SHOP' : 'CONSUME_WINDOW',
        restaurantId,
        address: restaurant.name,
      });
      sites.push({ id, name, restaurantId, shop });
    }
  }
  for (const price of plan.prices)
    await actor.call(`${area}/fixed_value`, 'create', {
      mealPeriodId: mealIds.get(price.meal),
      typeId: typeIds.get(price.type),
      firstPriceFen: price.first,
      secondPriceFen: price.second,
      dateType: 'ALL',
      priority: 0,
    });
  const devices: DemoTerminal[] = [];
  for (const { id, sn, mode, site } of await terminals(units, organizationId, plan, sites, deviceTypeId)) {
    await actor.call(`${area}/device_list`, 'bind', { id, deploySiteId: site.id, mode });
    devices.push(await pairTerminal(services, actor, { id, sn }, site.shop));
  }
  return { devices };
}

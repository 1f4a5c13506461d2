/** Where people eat in a demo organization: meals, restaurants, windows, terminals, prices. */
import type { DeviceAt } from '../domains/device/gateway.ts';
import type { Actor } from './act.ts';
import type { OrganizationPlan } from './plan.ts';
import type { Units } from './units.ts';

export interface Places {
  /** Terminals by window, shops last. */
  devices: (DeviceAt & { shop: boolean })[];
}

const area = '/admin/organization';

async function terminals(
  units: Units,
  organizationId: number,
  plan: OrganizationPlan,
  sites: { id: number; name: string; restaurantId: number; shop: boolean }[],
  typeId: number,
) {
  const devices: Places['devices'] = [];
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
    devices.push({
      deviceId: id,
      organizationId,
      sn,
      name: `${site.name}消费机`,
      mode,
      deploySiteId: site.id,
      restaurantId: site.restaurantId,
      placeActive: true,
      shop: site.shop,
    });
  }
  return devices;
}

/** Sets the organization's places up, with the contractor under contract. */
export async function setUpPlaces(
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
  const sites: { id: number; name: string; restaurantId: number; shop: boolean }[] = [];
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
  const devices = await terminals(units, organizationId, plan, sites, deviceTypeId);
  for (const device of devices)
    await actor.call(`${area}/device_list`, 'bind', {
      id: device.deviceId,
      deploySiteId: device.deploySiteId,
      mode: device.mode,
    });
  return { devices };
}

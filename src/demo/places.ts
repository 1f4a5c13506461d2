/** Where people eat in a demo organization: meals, restaurants, windows, terminals, prices. */
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import { area } from './life.ts';
import type { OrganizationPlan } from './plan.ts';
import { type DemoTerminal, pairTerminal, type SiteMode } from './terminal.ts';
import type { Units } from './units.ts';

export interface Places {
  /** Terminals by window, the shop's last. */
  devices: DemoTerminal[];
  /** By name. */
  mealIds: ReadonlyMap<string, number>;
  /** The sample cabinets, as the plan names them. */
  cabinetIds: readonly number[];
  /** What samples are weighed on. */
  scaleId: number;
}

export const scaleFirmware = 'WS-6 2.0.4';
export const doorFirmware = 'G-2 1.1.0';
export const checkerFirmware = 'CJ-3 1.4.0';
export const displayFirmware = 'GS-43 2.1.0';
export const tillFirmware = 'GT-20 2.3.0';
export const cabinetFirmware = 'SC-1 1.0.2';

interface Site {
  id: number;
  name: string;
  mode: SiteMode;
}

/** What kinds of terminals the platform lends out. */
export interface DeviceTypes {
  /** By the name of the plan's own type. */
  byName: ReadonlyMap<string, number>;
  scale: number;
  /** Terminals at doors. */
  door: number;
  cabinet: number;
  /** Terminals that look at people before work. */
  checker: number;
  /** Screens on walls. */
  display: number;
}

/** Enters the kinds of terminals of all plans. */
export async function openDeviceTypes(units: Units, plans: readonly OrganizationPlan[]): Promise<DeviceTypes> {
  const open = (type: Record<string, unknown>) =>
    units.platform.call('/admin/platform/device_type', 'create', { protocol: 'HTTP', ...type });
  const byName = new Map<string, number>();
  for (const { deviceType } of plans) {
    const { firmware: _, ...type } = deviceType;
    byName.set(type.name, (await open({ ...type, offlineCapacity: 50_000, priceFen: 180_000 })).id);
  }
  const scale = await open({
    name: '智能称重台',
    model: 'WS-6',
    kind: 'SCALE',
    abilities: ['SCALE', 'CARD', 'OFFLINE'],
    offlineCapacity: 20_000,
    priceFen: 320_000,
  });
  const door = await open({
    name: '人脸门禁机',
    model: 'G-2',
    kind: 'GATE',
    abilities: ['FACE', 'CARD', 'QR', 'OFFLINE'],
    offlineCapacity: 100_000,
    priceFen: 260_000,
  });
  const cabinet = await open({
    name: '智能留样柜',
    model: 'LY-100',
    kind: 'SAMPLE_CABINET',
    abilities: ['CARD', 'OFFLINE'],
    offlineCapacity: 20_000,
    priceFen: 880_000,
  });
  const checker = await open({
    name: '智能晨检仪',
    model: 'CJ-3',
    kind: 'MORNING_CHECK',
    abilities: ['FACE', 'OFFLINE'],
    offlineCapacity: 20_000,
    priceFen: 680_000,
  });
  const display = await open({
    name: '公示屏 43 寸',
    model: 'GS-43',
    kind: 'DISPLAY',
    abilities: ['OFFLINE'],
    offlineCapacity: 0,
    priceFen: 420_000,
  });
  return { display: display.id, checker: checker.id, byName, scale: scale.id, door: door.id, cabinet: cabinet.id };
}

/** A terminal in stock, lent to the organization. */
export async function lend(
  units: Units,
  organizationId: number,
  device: { sn: string; typeId: number; name: string; mode: SiteMode },
): Promise<number> {
  const { id } = await units.platform.call('/admin/platform/device', 'create', device);
  await units.platform.call('/admin/platform/device', 'assign', { id, organizationId });
  return id;
}

/** Sets the organization's places up, with the contractor under contract. */
export async function setUpPlaces(
  services: Services,
  units: Units,
  organizationId: number,
  actor: Actor,
  plan: OrganizationPlan,
  typeIds: ReadonlyMap<string, number>,
  deviceTypes: DeviceTypes,
  today: string,
): Promise<Places> {
  const contract = await units.contractor.call('/admin/contractor/manage/contract_site', 'create', {
    partnerName: plan.name,
    startDate: `${today.slice(0, 4)}-01-01`,
    endDate: `${Number(today.slice(0, 4)) + 1}-12-31`,
    manageFeeFen: 0,
    shareRatio: plan.contract.shareRatio,
    depositAmountFen: plan.contract.depositAmountFen,
    settleCycle: plan.contract.settleCycle,
    bearCorrection: 'CONTRACTOR',
  });
  await actor.call('/admin/organization/manage/contract_site', 'activate', { id: contract.id, schoolChecked: true });
  if (plan.contract.accountsVisible)
    await actor.call('/admin/organization/manage/contract_site', 'accounts', {
      id: contract.id,
      accountsVisible: plan.contract.accountsVisible,
    });
  const mealIds = new Map<string, number>();
  for (const [sort, { name, startTime, endTime, times }] of plan.meals.entries())
    mealIds.set(
      name,
      (await actor.call(`${area}/meal`, 'create', { name, startTime, endTime, times, sort, color: '#0a8250' })).id,
    );
  const sites: Site[] = [];
  const restaurantIds = new Map<string, number>();
  for (const [i, restaurant] of plan.restaurants.entries()) {
    const shop = i === plan.restaurants.length - 1;
    const { id: restaurantId } = await actor.call(`${area}/restaurant`, 'create', {
      name: restaurant.name,
      kind: shop ? 'SHOP' : 'RESTAURANT',
      consumeMode: shop ? 'AMOUNT' : 'FIXED',
      seatCount: restaurant.seatCount,
      contractorId: i === 0 ? units.contractorId : null,
      manager: restaurant.manager,
      mealPeriodIds: [],
    });
    restaurantIds.set(restaurant.name, restaurantId);
    for (const { name, mode } of restaurant.sites) {
      const { id } = await actor.call(`${area}/deploy_site`, 'create', {
        name,
        kind: shop ? 'SHOP' : 'CONSUME_WINDOW',
        restaurantId,
        address: restaurant.name,
      });
      sites.push({ id, name, mode });
    }
  }
  const price = ({ meal, type, first, second }: OrganizationPlan['prices'][number]) => ({
    mealPeriodId: mealIds.get(meal),
    typeId: typeIds.get(type),
    firstPriceFen: first,
    secondPriceFen: second,
    dateType: 'ALL',
  });
  for (const each of plan.prices) await actor.call(`${area}/fixed_value`, 'create', { ...price(each), priority: 0 });
  await actor.call(`${area}/restaurant/sp`, 'create', {
    ...price(plan.special),
    restaurantId: restaurantIds.get(plan.special.restaurant),
    priority: 10,
  });
  const { type, meal, ...bounds } = plan.typeMeal;
  await actor.call(`${area}/user/type_meal`, 'create', {
    ...bounds,
    typeId: typeIds.get(type),
    mealPeriodId: mealIds.get(meal),
  });
  const ownType = deviceTypes.byName.get(plan.deviceType.name)!;
  const sn = (i: number) => `${plan.snPrefix}2026${String(i + 1).padStart(4, '0')}`;
  const devices: DemoTerminal[] = [];
  for (const [i, { id: deploySiteId, name, mode }] of sites.entries()) {
    const id = await lend(units, organizationId, {
      sn: sn(i),
      typeId: mode === 'WEIGH' ? deviceTypes.scale : ownType,
      name: mode === 'WEIGH' ? name : `${name}${mode === 'ORDER_PICKUP' ? '取餐机' : '消费机'}`,
      mode,
    });
    await actor.call(`${area}/device_list`, 'bind', { id, deploySiteId, mode });
    const firmware = mode === 'WEIGH' ? scaleFirmware : plan.deviceType.firmware;
    devices.push(await pairTerminal(services, actor, { id, sn: sn(i) }, { mode, firmware }));
  }
  // One more waits in its box.
  await lend(units, organizationId, { sn: sn(sites.length), typeId: ownType, name: '备用消费机', mode: 'FIXED' });
  const kept = async (nth: number, name: string, typeId: number, as: Pick<DemoTerminal, 'mode' | 'firmware'>) => {
    const device = { sn: sn(sites.length + 1 + nth), typeId, name, mode: 'FIXED' as const };
    const id = await lend(units, organizationId, device);
    devices.push(await pairTerminal(services, actor, { id, sn: device.sn }, as));
    return id;
  };
  const cabinetIds: number[] = [];
  for (const [i, name] of plan.cabinets.entries())
    cabinetIds.push(await kept(i, name, deviceTypes.cabinet, { mode: 'CABINET', firmware: cabinetFirmware }));
  const scale = { mode: 'SAMPLE_SCALE', firmware: scaleFirmware } as const;
  const scaleId = await kept(plan.cabinets.length, '留样秤', deviceTypes.scale, scale);
  return { devices, mealIds, cabinetIds, scaleId };
}

/** Where people of an organization are let in: its gates, its dormitory, the zones of its kitchen, with their doors. */
import { area, type Life } from './life.ts';
import { checkerFirmware, type DeviceTypes, displayFirmware, doorFirmware, lend } from './places.ts';
import { pairTerminal } from './terminal.ts';
import type { Units } from './units.ts';

interface Place {
  name: string;
  kind: string;
  maxTemp?: number;
  /** What it asks of the people of the kitchen beside check and certificate. */
  asks?: readonly string[];
  /** Directions of its doors. */
  doors: readonly ('IN' | 'OUT' | 'BOTH')[];
}

const sites = {
  SCHOOL: [
    { name: '东门', kind: 'GATE', doors: ['IN', 'OUT'] },
    { name: '宿舍楼', kind: 'DORM', doors: ['BOTH'] },
  ],
  COMPANY: [{ name: '正门', kind: 'GATE', doors: ['BOTH'] }],
} as const satisfies Record<string, readonly Place[]>;

const zones = {
  SCHOOL: [
    { name: '粗加工间', kind: 'ROUGH', doors: ['BOTH'] },
    { name: '切配间', kind: 'CUT', doors: ['BOTH'] },
    { name: '烹饪间', kind: 'COOK', doors: ['BOTH'] },
    { name: '冷食专间', kind: 'COLD', maxTemp: 25, asks: ['TRAINING'], doors: ['IN', 'OUT'] },
    { name: '洗消间', kind: 'WASH', doors: ['BOTH'] },
  ],
  COMPANY: [
    { name: '热厨', kind: 'COOK', doors: ['BOTH'] },
    { name: '备餐间', kind: 'SERVE', maxTemp: 25, doors: [] },
  ],
} as const satisfies Record<string, readonly Place[]>;

/** Sets them up, each door with a terminal lent by the platform. */
export async function openDistricts(life: Life, units: Units, types: DeviceTypes): Promise<void> {
  const { services, actor, organizationId, plan, places } = life;
  const [kitchen] = await actor.call<{ id: number; name: string }[]>(`${area}/restaurant`, 'options', {
    keyword: plan.restaurants[0]!.name,
  });
  let nth = 0;
  const open = async (page: string, list: readonly Place[], restaurantId: number | null) => {
    for (const [sort, { doors: directions, ...place }] of list.entries()) {
      const doors: { deviceId: number; direction: string }[] = [];
      for (const direction of directions) {
        const way = { IN: '进门机', OUT: '出门机', BOTH: '门禁机' }[direction];
        const sn = `${plan.snPrefix}M${String(++nth).padStart(4, '0')}`;
        const door = { sn, typeId: types.door, name: `${place.name}${way}`, mode: 'FIXED' as const };
        const deviceId = await lend(units, organizationId, door);
        doors.push({ deviceId, direction });
        places.devices.push(
          await pairTerminal(services, actor, { id: deviceId, sn }, { mode: 'DOOR', firmware: doorFirmware }),
        );
      }
      await actor.call(`${area}/${page}`, 'create', { ...place, restaurantId, doors, sort, status: 'NORMAL' });
    }
  };
  await open('district', sites[plan.kind], null);
  // The last gate is an old one, whose controller also speaks UDP.
  const controller = places.devices.at(-1)!.known.at.deviceId;
  await actor.call(`${area}/udp`, 'create', { deviceId: controller, doorNo: '1', ip: null, port: null });
  await actor.call(`${area}/udp`, 'setting', { enabled: true });
  await open('cook_user/district', zones[plan.kind], kitchen!.id);
  const sn = `${plan.snPrefix}J0001`;
  const id = await lend(units, organizationId, { sn, typeId: types.checker, name: '后厨晨检仪', mode: 'FIXED' });
  places.devices.push(await pairTerminal(services, actor, { id, sn }, { mode: 'CHECK', firmware: checkerFirmware }));
  for (const [i, name] of ['餐厅入口公示屏', '售餐区公示屏'].entries()) {
    const screen = { sn: `${plan.snPrefix}G000${i + 1}`, typeId: types.display, name, mode: 'FIXED' as const };
    const screenId = await lend(units, organizationId, screen);
    const paired = { mode: 'SCREEN', firmware: displayFirmware } as const;
    places.devices.push(await pairTerminal(services, actor, { id: screenId, sn: screen.sn }, paired));
  }
}

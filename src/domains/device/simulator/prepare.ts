/**
 * Gets terminals ready as people would: the platform puts simulated devices into stock and assigns them, the
 * organization binds them to its windows and reads out pairing codes. Devices in use by others are never touched.
 */
import type { Clock } from '../../../kit/server/clock.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type Clerk, everyRow, type Listed } from './console-calls.ts';
import { enterRange } from './enter-range.ts';
import { pairTerminal, simulatorFirmware } from './terminal.ts';
import type { Terminal } from './terminal-state.ts';

const register = '/admin/platform/device';
const ownList = '/admin/organization/device_list';

interface DeviceRow {
  id: number;
  sn: string;
  status: string;
  mode: string;
  typeId: number;
  firmware: string | null;
  deploySiteId: number | null;
}

/** Type of simulated terminals, made once. */
async function simulatorType(platform: Clerk): Promise<number> {
  const model = 'SIMULATOR';
  const found = await platform.call<Listed<{ id: number }>>('/admin/platform/device_type', 'query', {
    search: { keyword: model },
  });
  if (found.rows[0]) return found.rows[0].id;
  const made = await platform.call<{ id: number }>('/admin/platform/device_type', 'create', {
    name: '模拟消费机',
    model,
    kind: 'POS',
    protocol: 'HTTP',
    abilities: ['CARD', 'OFFLINE'],
    offlineCapacity: 10_000,
    priceFen: 0,
  });
  return made.id;
}

/** Enters `count` devices with serial numbers nobody has and assigns them to the organization. */
async function addDevices(platform: Clerk, organizationId: number, count: number): Promise<void> {
  const typeId = await simulatorType(platform);
  const known = await everyRow<DeviceRow>(platform, register, { keyword: 'SIM-' });
  const last = known.reduce((most, d) => Math.max(most, Number(/^SIM-(\d+)$/.exec(d.sn)?.[1] ?? 0)), 0);
  const sn = (n: number) => `SIM-${String(n).padStart(6, '0')}`;
  await enterRange(platform, { from: sn(last + 1), to: sn(last + count), typeId, mode: 'FIXED' });
  const fresh = (await everyRow<DeviceRow>(platform, register, { keyword: 'SIM-', status: 'IN_STOCK' })).filter(
    (d) => d.sn > sn(last),
  );
  for (const { id } of fresh) await platform.call(register, 'assign', { id, organizationId });
}

/** Is a meal being served at this minute of the business day? */
async function mealNow(organization: Clerk, nowMs: number): Promise<boolean> {
  const meals = await everyRow<{ startTime: string; endTime: string; status: string }>(
    organization,
    '/admin/organization/meal',
  );
  const local = (nowMs + 8 * 3_600_000) % 86_400_000;
  const minute = Math.floor(local / 60_000) + (local < 4 * 3_600_000 ? 1440 : 0);
  const minutes = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3, 5));
  return meals.some((m) => m.status === 'NORMAL' && minutes(m.startTime) <= minute && minute < minutes(m.endTime));
}

interface OwnDayRow {
  deviceId: number;
  businessDate: string;
  count: number;
  amountFen: number;
  suspendedCount: number;
  suspendedFen: number;
  takenCount: number | null;
  takenFen: number | null;
}

/** A terminal remembers its day over a pairing; the simulator's memory of it is what it told the server last. */
async function remember(organization: Clerk, terminals: readonly Terminal[], nowMs: number): Promise<void> {
  const today = businessDay(nowMs);
  const rows = await everyRow<OwnDayRow>(organization, '/admin/organization/equipment_daily_data', {
    businessDate: [today, today],
  });
  for (const terminal of terminals) {
    const row = rows.find((r) => r.deviceId === terminal.deviceId);
    if (row)
      terminal.days.set(today, {
        date: today,
        count: row.takenCount ?? row.count + row.suspendedCount,
        amountFen: row.takenFen ?? row.amountFen + row.suspendedFen,
        waiting: 0,
        waitingFen: 0,
      });
  }
}

export interface Prepared {
  terminals: Terminal[];
  /** ORDER_PICKUP where orders are handed out; FIXED while a meal is served, AMOUNT otherwise. */
  mode: 'FIXED' | 'AMOUNT' | 'ORDER_PICKUP';
}

/**
 * Pairs `driftMs.length` terminals, to charge or to hand out the orders of a restaurant: devices waiting to be paired and the simulator's own, new ones for the rest.
 * @throws with the server's message when something is refused, e.g. the organization has no deploy site.
 */
export async function prepareTerminals(
  url: string,
  clock: Clock,
  clerks: { platform: Clerk; organization: Clerk },
  organizationId: number,
  driftMs: readonly number[],
  handsOut?: { restaurantId: number },
): Promise<Prepared> {
  const { platform, organization } = clerks;
  const charges = async () => ((await mealNow(organization, clock.now())) ? 'FIXED' : 'AMOUNT');
  const mode = handsOut ? 'ORDER_PICKUP' : await charges();
  const sites = await everyRow<{ id: number; kind: string; status: string; restaurantId: number | null }>(
    organization,
    '/admin/organization/deploy_site',
  );
  const windows = sites.filter(
    (s) =>
      s.kind === 'CONSUME_WINDOW' && s.status === 'NORMAL' && (!handsOut || s.restaurantId === handsOut.restaurantId),
  );
  if (windows.length === 0) throw new Error('该单位没有消费窗口，请先添加部署点');
  // Doors and cold stores wait to be paired as well.
  const kinds = await everyRow<{ id: number; kind: string }>(platform, '/admin/platform/device_type');
  const sellers = new Set(kinds.filter(({ kind }) => ['POS', 'FACE_POS', 'SCALE'].includes(kind)).map(({ id }) => id));
  const usable = async () =>
    (await everyRow<DeviceRow>(organization, ownList)).filter(
      (d) =>
        d.sn.startsWith('SIM-') ||
        d.firmware === simulatorFirmware ||
        (d.status === 'ASSIGNED' && d.mode === mode && sellers.has(d.typeId)),
    );
  let devices = await usable();
  if (devices.length < driftMs.length) {
    await addDevices(platform, organizationId, driftMs.length - devices.length);
    devices = await usable();
  }
  const terminals: Terminal[] = [];
  for (const [i, drift] of driftMs.entries()) {
    const device = devices[i]!;
    const stands = handsOut ? windows.some(({ id }) => id === device.deploySiteId) : device.deploySiteId !== null;
    if (device.mode !== mode || !stands)
      await organization.call(ownList, 'bind', {
        id: device.id,
        deploySiteId: (handsOut ? null : device.deploySiteId) ?? windows[i % windows.length]!.id,
        mode,
      });
    const shown = await organization.call<{ secret: { value: string } }>(ownList, 'pairing', { id: device.id });
    terminals.push(await pairTerminal(url, clock, { sn: device.sn, mode, pairingCode: shown.secret.value }, drift));
  }
  await remember(organization, terminals, clock.now());
  return { terminals, mode };
}

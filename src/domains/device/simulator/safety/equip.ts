/** Gets terminals of other kinds ready, as people would: into stock, lent to the unit, paired; each play has its own again. */
import type { Clock } from '../../../../kit/server/clock.ts';
import { type Clerk, everyRow, type Listed } from '../console-calls.ts';
import { enterRange } from '../enter-range.ts';
import { pairTerminal } from '../terminal.ts';
import type { Terminal } from '../terminal-state.ts';

export interface Stage {
  url: string;
  clock: Clock;
  organization: Clerk;
  platform: Clerk;
  organizationId: number;
  seed: number;
}

/** What is wanted: serial numbers begin with `prefix`, which no other play uses. */
export interface Wanted {
  prefix: string;
  kind: 'GATE' | 'MORNING_CHECK' | 'SAMPLE_CABINET' | 'SCALE' | 'CAMERA' | 'POS';
  name: string;
  count: number;
  /** Milliseconds the clock of each is ahead. */
  driftMs?: readonly number[];
  /** Where they stand, and how they charge. */
  stands?: { deploySiteId: number; mode: string };
}

const register = '/admin/platform/device';
const ownList = '/admin/organization/device_list';
const types = '/admin/platform/device_type';

interface Device {
  id: number;
  sn: string;
}

async function typeOf(platform: Clerk, { kind, name }: Wanted): Promise<number> {
  const model = `SIM-${kind}`;
  const found = await platform.call<Listed<{ id: number }>>(types, 'query', { search: { keyword: model } });
  if (found.rows[0]) return found.rows[0].id;
  const type = {
    name,
    model,
    kind,
    protocol: 'HTTP',
    abilities: ['CARD', 'OFFLINE'],
    offlineCapacity: 100_000,
    priceFen: 0,
  };
  return (await platform.call<{ id: number }>(types, 'create', type)).id;
}

/** @throws with the server's message when something is refused */
export async function equip(stage: Stage, wanted: Wanted): Promise<Terminal[]> {
  const { platform, organization } = stage;
  const { prefix, count, driftMs = [], stands } = wanted;
  const mode = stands?.mode ?? 'FIXED';
  const own = async () =>
    (await everyRow<Device>(organization, ownList, { keyword: prefix })).toSorted((a, b) => a.sn.localeCompare(b.sn));
  let devices = await own();
  if (devices.length < count) {
    const sn = (n: number) => `${prefix}${String(n).padStart(4, '0')}`;
    const known = await everyRow<Device>(platform, register, { keyword: prefix });
    const last = Math.max(0, ...known.map((device) => Number(device.sn.slice(prefix.length)) || 0));
    const range = { from: sn(last + 1), to: sn(last + count - devices.length) };
    const typeId = await typeOf(platform, wanted);
    await enterRange(platform, { ...range, typeId, mode });
    for (const { id, sn: fresh } of await everyRow<Device>(platform, register, { keyword: prefix, status: 'IN_STOCK' }))
      if (fresh >= range.from) await platform.call(register, 'assign', { id, organizationId: stage.organizationId });
    devices = await own();
  }
  const terminals: Terminal[] = [];
  for (const [i, device] of devices.slice(0, count).entries()) {
    if (stands) await organization.call(ownList, 'bind', { id: device.id, ...stands });
    const shown = await organization.call<{ secret: { value: string } }>(ownList, 'pairing', { id: device.id });
    const code = { sn: device.sn, mode, pairingCode: shown.secret.value };
    terminals.push(await pairTerminal(stage.url, stage.clock, code, driftMs[i] ?? 0));
  }
  return terminals;
}

/** The place where samples are kept, made once under its name: a cabinet and the camera that looks at it. */
export async function sampleRoom({ organization }: Stage): Promise<number> {
  const path = '/admin/organization/deploy_site';
  const name = '模拟留样间';
  const { rows } = await organization.call<Listed<{ id: number }>>(path, 'query', { search: { keyword: name } });
  const values = { name, kind: 'SAMPLE', status: 'NORMAL' };
  return rows[0]?.id ?? (await organization.call<{ id: number }>(path, 'create', values)).id;
}

/** A district with these doors, made once under its name. */
export async function doorsOf(
  { organization }: Stage,
  page: 'district' | 'cook_user/district',
  values: { name: string; kind: string; restaurantId?: number },
  doors: readonly { deviceId: number; direction: string }[],
): Promise<number> {
  const path = `/admin/organization/${page}`;
  const { rows } = await organization.call<Listed<{ id: number; doors: unknown }>>(path, 'query', {
    search: { keyword: values.name },
  });
  if (!rows[0])
    return (await organization.call<{ id: number }>(path, 'create', { ...values, doors, status: 'NORMAL' })).id;
  await organization.call(path, 'update', { ...rows[0], doors });
  return rows[0].id;
}

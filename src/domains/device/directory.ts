/**
 * Terminals known to the process: key and place of each one that lately asked, so that a signature costs no database.
 * Entries are read anew in the background while in use, and none is trusted for longer than two seconds: a revoked key or
 * a moved device takes effect within that time on every node.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/server/clock.ts';
import { staleMs } from '../../kit/server/stale.ts';
import type { Vault } from '../../kit/server/vault.ts';
import type { DeviceAt, DeviceMode } from './gateway.ts';

export interface KnownDevice {
  at: DeviceAt;
  key: KeyObject;
  epoch: number;
  status: string;
  /** What kind of terminal it is: POS, GATE, SAMPLE_CABINET … */
  kind: string;
  /** The organization is not disabled. */
  unitActive: boolean;
  /** Server minus terminal, ms, from its last heartbeat. */
  clockOffsetMs: number;
}

interface Entry {
  known: KnownDevice | undefined;
  /** The key as it is stored: while that stays, it is not opened again. */
  stored: string | undefined;
  loadedAt: number;
  usedAt: number;
}

interface Row {
  id: number;
  sn: string;
  name: string;
  mode: DeviceMode;
  status: string;
  kind: string;
  organization_id: number;
  deploy_site_id: number | null;
  restaurant_id: number | null;
  place_active: boolean;
  unit_active: boolean;
  epoch: number;
  secret: string;
  clock_offset_ms: number | null;
}

/** Soon enough for the answer to be there before what is known grows stale. */
const refreshMs = staleMs - 500;
const forgetMs = 60_000;
const mostEntries = 50_000;

const text = `
  select d.id, d.sn, d.name, d.mode, d.status, t.kind, d.organization_id, d.deploy_site_id, s.restaurant_id,
    coalesce(s.status = 'NORMAL' and coalesce(r.status, 'NORMAL') = 'NORMAL', false) as place_active,
    o.status <> 'DISABLED' as unit_active, k.epoch, k.secret, b.clock_offset_ms
  from device d
  join device_type t on t.id = d.type_id
  join device_key k on k.device_id = d.id and k.revoked_at is null
  join organization o on o.id = d.organization_id
  left join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
  left join restaurant r on r.organization_id = s.organization_id and r.id = s.restaurant_id
  left join device_beat b on b.device_id = d.id
  where d.id = any($1::bigint[])`;

/** The key object of a secret. */
export function deviceKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'base64url'));
}

const known = (row: Row, key: KeyObject): KnownDevice => ({
  at: {
    deviceId: row.id,
    organizationId: row.organization_id,
    sn: row.sn,
    name: row.name,
    mode: row.mode,
    deploySiteId: row.deploy_site_id ?? 0,
    restaurantId: row.restaurant_id ?? 0,
    placeActive: row.place_active,
  },
  key,
  epoch: row.epoch,
  status: row.status,
  kind: row.kind,
  unitActive: row.unit_active,
  clockOffsetMs: row.clock_offset_ms ?? 0,
});

export interface DeviceDirectory {
  /** The device, at once when it is fresh in memory; undefined when it is unpaired, revoked or unassigned. */
  find(deviceId: number): KnownDevice | undefined | Promise<KnownDevice | undefined>;
  /** Drops what this process knows of a device whose key or place has just changed. */
  forget(deviceId: number): void;
  /** Ends the background reading. */
  close(): void;
}

export function deviceDirectory(pool: Pool, clock: Clock, vault: Vault): DeviceDirectory {
  const entries = new Map<number, Entry>();

  async function read(ids: readonly number[]): Promise<void> {
    const loadedAt = clock.now();
    const { rows } = await pool.query<Row>({ name: 'device-directory', text, values: [ids] });
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = found.get(id);
      const before = entries.get(id);
      const key =
        row && (before?.known && before.stored === row.secret ? before.known.key : deviceKey(vault.open(row.secret)));
      entries.set(id, {
        known: row && key && known(row, key),
        stored: row?.secret,
        loadedAt,
        usedAt: before?.usedAt ?? loadedAt,
      });
    }
  }

  const refresh = async () => {
    const now = clock.now();
    for (const [id, entry] of entries) if (now - entry.usedAt > forgetMs) entries.delete(id);
    if (entries.size > 0) await read([...entries.keys()]);
  };
  // A failed round leaves the entries to age; past their time they are asked for one by one.
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshMs);
  timer.unref();

  return {
    find(deviceId) {
      const now = clock.now();
      const entry = entries.get(deviceId);
      if (entry && now - entry.loadedAt < staleMs) {
        entry.usedAt = now;
        return entry.known;
      }
      if (!entry && entries.size >= mostEntries) entries.clear();
      return read([deviceId]).then(() => entries.get(deviceId)?.known);
    },
    forget: (deviceId) => void entries.delete(deviceId),
    close: () => clearInterval(timer),
  };
}

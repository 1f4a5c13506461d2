/** Pairing: a code of eight digits, good for ten minutes and five tries, turns a serial number into a shared key. */
import { hash, timingSafeEqual } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { writeAudit } from '../../kit/server/audit/write.ts';
import { isoAt } from '../../kit/server/clock.ts';
import type { Db, Services } from '../../kit/server/context.ts';
import type { Random } from '../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import './refusals.ts';

export const pairingMinutes = 10;
const pairingTries = 5;

const hashOf = (code: string, deviceId: number) => hash('sha256', `${deviceId}:${code}`, 'hex');

/** Eight digits from the injected randomness. */
export function eightDigits(random: Random): string {
  const number = Number.parseInt(hash('sha256', random.token(24), 'hex').slice(0, 13), 16);
  return String(number % 100_000_000).padStart(8, '0');
}

/** A fresh code for a device, replacing one still open; only its hash is stored. */
export async function issuePairingCode(services: Services, db: Db, deviceId: number): Promise<string> {
  const code = eightDigits(services.random);
  const row = {
    code_hash: hashOf(code, deviceId),
    expires_at: isoAt(services.clock.now() + pairingMinutes * 60_000),
    attempts_left: pairingTries,
  };
  await db
    .insertInto('device_pairing')
    .values({ device_id: deviceId, ...row })
    .onConflict((c) => c.column('device_id').doUpdateSet(row))
    .execute();
  return code;
}

export interface Paired {
  deviceId: number;
  /** base64url of the 32 key bytes. */
  key: string;
  epoch: number;
}

/** Uses up one try of the open code; the device when it was the right one. A wrong try counts even if all else fails. */
async function tryCode(services: Services, sn: string, code: string): Promise<number | undefined> {
  const { rows } = await services.pool.query<{ device_id: number; code_hash: string }>(
    `update /* wall: found by the serial number and the code of the device itself */ device_pairing p set attempts_left = attempts_left - 1
     from device d where d.sn = $1 and p.device_id = d.id and p.attempts_left > 0 and p.expires_at > $2
     returning p.device_id, p.code_hash`,
    [sn, isoAt(services.clock.now())],
  );
  const found = rows[0];
  if (!found) return undefined;
  const same = timingSafeEqual(Buffer.from(found.code_hash, 'hex'), Buffer.from(hashOf(code, found.device_id), 'hex'));
  return same ? found.device_id : undefined;
}

/**
 * Turns the code into a key, begins a new epoch and makes the device ACTIVE. PAIRING_FAILED says no more than that, so
 * that serial numbers cannot be probed.
 */
export async function pair(services: Services, sn: string, code: string, ip: string): Promise<Paired | Refusal> {
  const deviceId = await tryCode(services, sn, code);
  if (deviceId === undefined) return refuse('PAIRING_FAILED');
  const at = isoAt(services.clock.now());
  const key = services.random.token(32);
  const secret = services.vault.seal(key);
  // Seconds since 1970 grow on their own, even where a key row was lost or a backup put back.
  const epochNow = Math.floor(services.clock.now() / 1000);
  const paired = await services.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('device_pairing').where('device_id', '=', deviceId).executeTakeFirst();
    const device = await trx
      .updateTable('device')
      .set({ status: 'ACTIVE', updated_at: at })
      .where('id', '=', deviceId)
      .where('status', 'in', ['ASSIGNED', 'ACTIVE', 'REPAIR'])
      .returning(['organization_id', 'name'])
      .executeTakeFirst();
    if (gone.numDeletedRows !== 1n || !device) return undefined;
    const { epoch } = await trx
      .insertInto('device_key')
      .values({ device_id: deviceId, epoch: epochNow, secret, paired_at: at, revoked_at: null })
      .onConflict((c) =>
        c.column('device_id').doUpdateSet({
          epoch: sql<number>`greatest(device_key.epoch + 1, excluded.epoch)`,
          secret,
          paired_at: at,
          revoked_at: null,
        }),
      )
      .returning('epoch')
      .executeTakeFirstOrThrow();
    await writeAudit(
      { query: (text, values) => trx.executeQuery(CompiledQuery.raw(text, [...values])) },
      await services.ids.next(),
      at,
      {
        accountId: null,
        actor: `设备 ${sn}`,
        unitType: 'ORGANIZATION',
        unitId: device.organization_id,
        ip,
        page: '/admin/organization/device_list',
      },
      { action: '配对', targetId: deviceId, targetName: device.name },
    );
    return { deviceId, key, epoch };
  });
  services.devices.forget(deviceId);
  return paired ?? refuse('PAIRING_FAILED');
}

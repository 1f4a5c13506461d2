/**
 * Keys that sign entrance codes: doors are told the public ones. A new one signs when every door has it, or after a day; old ones
 * are believed until their last code ends.
 */
import type { KeyObject } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { publicKey, publicOf, secretKey } from './code-text.ts';

type Deps = Pick<Services, 'clock' | 'random' | 'vault'>;

const waitMs = 86_400_000;
/** Keys are changed every ninety days. */
export const keyMs = 90 * 86_400_000;

interface Key {
  kid: number;
  publicKey: string;
  secret: string;
  createdMs: number;
}

async function keysOf(db: Sql, organizationId: number): Promise<Key[]> {
  const { rows } = await db.query<Key>(
    `select kid, public_key as "publicKey", secret, (extract(epoch from created_at) * 1000)::bigint as "createdMs"
     from entrance_key where organization_id = $1 and revoked_at is null order by created_at desc, kid desc`,
    [organizationId],
  );
  return rows;
}

/** Makes the next key; doors have to be told of it. */
export async function makeKey(db: Sql, organizationId: number, { clock, random, vault }: Deps): Promise<Key> {
  const { rows } = await db.query<{ kid: number }>(
    'select kid from entrance_key where organization_id = $1 order by created_at desc, kid desc limit 1 for update',
    [organizationId],
  );
  const kid = ((rows[0]?.kid ?? 0) % 255) + 1;
  const seed = random.token(32);
  const key = { kid, publicKey: publicOf(secretKey(seed)), secret: vault.seal(seed), createdMs: clock.now() };
  await db.query(
    'insert into entrance_key (organization_id, kid, public_key, secret, created_at) values ($1, $2, $3, $4, $5)',
    [organizationId, kid, key.publicKey, key.secret, isoAt(key.createdMs)],
  );
  return key;
}

/** Does every door have the newest rules, and with them every key? */
async function allDoorsTold(db: Sql, organizationId: number): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from device_doc w join door o on o.organization_id = w.organization_id and o.device_id = w.device_id
     where w.organization_id = $1 and w.kind = 'DOOR' and w.behind_since is not null limit 1`,
    [organizationId],
  );
  return rows.length === 0;
}

/** The key that signs now; the unit's first one is made here, and answered as `fresh`. */
export async function signingKey(
  db: Sql,
  organizationId: number,
  deps: Deps,
): Promise<{ kid: number; key: KeyObject; fresh: boolean }> {
  const keys = await keysOf(db, organizationId);
  const newest = keys[0];
  const known = newest && (keys.length === 1 || newest.createdMs <= deps.clock.now() - waitMs);
  const chosen = !newest || known || (await allDoorsTold(db, organizationId)) ? newest : keys[1];
  const made = chosen ?? (await makeKey(db, organizationId, deps));
  return { kid: made.kid, key: secretKey(deps.vault.open(made.secret)), fresh: !chosen };
}

/** Keys that are believed, by their number: for checking what a door scanned. */
export async function publicKeys(db: Sql, organizationId: number): Promise<Map<number, KeyObject>> {
  return new Map((await keysOf(db, organizationId)).map((key) => [key.kid, publicKey(key.publicKey)]));
}

/** What doors need to check a code by themselves. */
export interface CodesForDoors {
  organization: number;
  /** The newest key and those whose codes may still be shown; base64url of 32 bytes. */
  keys: { kid: number; key: string }[];
  /** Codes that were ended before their time, until it. */
  void: number[];
}

export async function codesForDoors(db: Sql, organizationId: number, nowMs: number): Promise<CodesForDoors> {
  const { rows: keys } = await db.query<{ kid: number; key: string }>(
    `select k.kid, k.public_key as key from entrance_key k where k.organization_id = $1 and k.revoked_at is null
       and (k.created_at = (select max(created_at) from entrance_key where organization_id = $1)
         or exists (select 1 from entrance_code c where c.organization_id = k.organization_id and c.kid = k.kid and c.to_at > $2))
     order by k.kid`,
    [organizationId, isoAt(nowMs)],
  );
  const { rows: ended } = await db.query<{ id: number }>(
    `select id from entrance_code where organization_id = $1 and status = 'VOID' and to_at > $2 order by id`,
    [organizationId, isoAt(nowMs)],
  );
  return { organization: organizationId, keys, void: ended.map(({ id }) => id) };
}

/** Browsers an account has signed in from, told by a cookie only the sign-in sees: strangers' failures do not lock them. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';

/** A browser that has not signed in for this long is strange again. */
const keepMs = 180 * 86_400_000;
export const deviceCookieSeconds = keepMs / 1000;
/** An account's browsers beyond this many are forgotten, the longest unused first. */
const mostDevices = 30;

/** The token in a request's cookies; null without one, or with one that was never ours. */
export function deviceToken(cookies: string | undefined): string | null {
  return /(?:^|;\s*)device=([\w-]{43})(?:;|$)/.exec(cookies ?? '')?.[1] ?? null;
}

/** The hash of a browser that has signed in under this name before; null for a strange one. */
export async function knownDevice(services: Services, loginName: string, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const hash = hashToken(token);
  const known = await services.db
    .selectFrom('known_device as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .select('d.device_hash')
    .where((eb) => eb(eb.fn('lower', ['a.login_name']), '=', loginName.toLowerCase()))
    .where('d.device_hash', '=', hash)
    .where('d.last_at', '>', isoAt(services.clock.now() - keepMs))
    .executeTakeFirst();
  return known?.device_hash ?? null;
}

/** Remembers the browser of a good sign-in; answers its token, a new one where it had none. */
export async function rememberDevice(services: Services, accountId: number, token: string | null): Promise<string> {
  const device = token ?? newToken(services);
  const at = isoAt(services.clock.now());
  const hash = hashToken(device);
  await sql`insert into known_device (account_id, device_hash, first_at, last_at) values (${accountId}, ${hash}, ${at}, ${at})
    on conflict (account_id, device_hash) do update set last_at = excluded.last_at`.execute(services.db);
  await sql`delete from known_device where account_id = ${accountId} and device_hash in
    (select device_hash from known_device where account_id = ${accountId}
     order by device_hash = ${hash} desc, last_at desc offset ${mostDevices})`.execute(services.db);
  return device;
}

/** Removes browsers not seen for long. */
export async function sweepDevices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('last_at', '<', isoAt(now - keepMs))
    .execute();
}

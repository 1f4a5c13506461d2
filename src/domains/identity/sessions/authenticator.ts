/** Finds the session behind a bearer token, replaces old tokens, and lets idle sessions die. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Authenticator } from '../../../kit/server/http/pages.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import type { AdminSessionRow } from '../tables.ts';
import { loadSession } from './load-session.ts';
import type { Signed } from './session-cache.ts';
import { hashToken, newToken, sessionLimits } from './tokens.ts';

/** Seen this recently, a session is not written again. */
const seenMs = 60_000;

/** Must this request's answer carry a new token? Also when a former token shows that its successor never arrived. */
export function wantsRotation(row: AdminSessionRow, presented: string, now: number): boolean {
  if (row.ended_at !== null) return false;
  const age = now - Date.parse(row.rotated_at);
  if (presented === row.token_hash) return age >= sessionLimits.rotateMs;
  return row.former_until === null && age >= sessionLimits.graceMs;
}

async function find(services: Services, hash: string, now: number): Promise<AdminSessionRow | undefined> {
  const at = isoAt(now);
  const row = await services.db
    .selectFrom('admin_session')
    .selectAll()
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('former_hash', '=', hash)]))
    .where('expires_at', '>', at)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .executeTakeFirst();
  if (!row || Date.parse(row.last_seen_at) < now - sessionLimits.idleMs) return undefined;
  const former = row.token_hash !== hash;
  if (former && row.former_until !== null && Date.parse(row.former_until) <= now) return undefined;
  return row;
}

interface Asking {
  hash: string;
  ip: string;
  background: boolean;
  now: number;
}

/** Replaces the token unless another request did so first. */
async function rotate(
  services: Services,
  row: AdminSessionRow,
  { hash, background, now }: Asking,
): Promise<string | undefined> {
  const token = newToken(services);
  const result = await services.db
    .updateTable('admin_session')
    .set({
      token_hash: hashToken(token),
      former_hash: hash,
      former_until: null,
      rotated_at: isoAt(now),
      ...(background ? {} : { last_seen_at: isoAt(now) }),
    })
    .where('id', '=', row.id)
    .where('token_hash', '=', row.token_hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? token : undefined;
}

async function touch(services: Services, row: AdminSessionRow, { hash, ip, background, now }: Asking): Promise<void> {
  const confirms = hash === row.token_hash && row.former_hash !== null && row.former_until === null;
  if (!confirms && (background || now - Date.parse(row.last_seen_at) < seenMs)) return;
  await sql`update admin_session set last_seen_at = ${background ? row.last_seen_at : isoAt(now)}, ip = ${ip},
    former_until = ${confirms ? isoAt(now + sessionLimits.graceMs) : row.former_until}
    where id = ${row.id} and token_hash = ${row.token_hash}`.execute(services.db);
}

async function load(services: Services, asking: Asking): Promise<Signed> {
  const { hash, now } = asking;
  const row = await find(services, hash, now);
  if (!row) return refuse('NOT_SIGNED_IN');
  const bare = await loadSession(services, row.account_id, row.employee_id);
  if (isRefusal(bare)) return bare;
  const token = wantsRotation(row, hash, now) ? await rotate(services, row, asking) : undefined;
  if (!token) await touch(services, row, asking);
  // The session keeps its name over rotations: what a request calls its own session is the row's present hash.
  const session = { ...bare, tokenHash: token ? hashToken(token) : row.token_hash };
  return token ? { session, token } : { session };
}

/** The one way from a token to a session. */
export function createAuthenticator(services: Services): Authenticator {
  return {
    async authenticate(token, ip, background = false) {
      if (!/^[\w-]{43}$/.test(token)) return refuse('NOT_SIGNED_IN');
      const hash = hashToken(token);
      const now = services.clock.now();
      return services.sessionCache.get(hash, now, () => load(services, { hash, ip, background, now }));
    },
  };
}

/** Opaque bearer tokens: 256 random bits given out, their sha256 kept; and how long a session lives. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db, Services } from '../../../kit/server/context.ts';
import type { EndReason } from '../tables.ts';

const minuteMs = 60_000;
export const sessionLimits = {
  /** A token is replaced after this long. */
  rotateMs: 30 * minuteMs,
  /** The former token stays good this long after its successor was first used. */
  graceMs: minuteMs,
  idleMs: 12 * 60 * minuteMs,
  totalMs: 7 * 24 * 60 * minuteMs,
} as const;

const tokenBytes = 32;

export const newToken = (services: Services): string => services.random.token(tokenBytes);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface Origin {
  ip: string;
  userAgent: string | null;
}

/** Opens a session and answers its token. */
export async function openSession(
  services: Services,
  db: Db,
  accountId: number,
  employeeId: number | null,
  origin: Origin,
): Promise<string> {
  const token = newToken(services);
  const now = services.clock.now();
  const at = isoAt(now);
  await db
    .insertInto('admin_session')
    .values({
      id: await services.ids.next(),
      token_hash: hashToken(token),
      former_hash: null,
      former_until: null,
      account_id: accountId,
      employee_id: employeeId,
      issued_at: at,
      rotated_at: at,
      last_seen_at: at,
      expires_at: isoAt(now + sessionLimits.totalMs),
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, 300) ?? null,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return token;
}

/** Ends sessions at once; `except` (a token's hash) stays. Tell the session cache after the commit. */
export async function endSessions(
  db: Db,
  now: number,
  accountId: number,
  reason: EndReason,
  except?: string,
): Promise<void> {
  let update = db
    .updateTable('admin_session')
    .set({ ended_at: isoAt(now), end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (except) update = update.where('token_hash', '<>', except).where('former_hash', 'is distinct from', except);
  await update.execute();
}

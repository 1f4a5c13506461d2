/** Signing in with a temporary password: it takes the old one's place, and only then do the old sessions end. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { endSessions, type Origin } from '../sessions/tokens.ts';
import { verifyPassword } from '../sign-in/password.ts';
import type { AccountRow } from '../tables.ts';

interface Waiting {
  id: number;
  hash: string;
}

/** The account's temporary password that waits, if this is it. @throws PasswordBusy */
export async function temporaryThatFits(
  services: Services,
  accountId: number,
  password: string,
): Promise<Waiting | undefined> {
  const waiting = await services.db
    .selectFrom('password_reset')
    .select(['id', 'temporary_hash as hash'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoAt(services.clock.now()))
    .executeTakeFirst();
  if (!waiting?.hash || !(await verifyPassword(password, waiting.hash))) return undefined;
  return { id: waiting.id, hash: waiting.hash };
}

/** Puts it in force, to be changed at once; false when it was voided meanwhile. */
export async function takeTemporary(
  services: Services,
  account: AccountRow,
  { id, hash }: Waiting,
  origin: Origin,
): Promise<boolean> {
  const now = services.clock.now();
  const at = isoAt(now);
  const used = await services.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('password_reset')
      .set({ temporary_hash: null, ended_at: at, end_reason: 'USED', used_ip: origin.ip })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return false;
    await trx
      .updateTable('account')
      .set((eb) => ({
        former_password_hash: eb.ref('password_hash'),
        password_hash: hash,
        must_change_password: true,
        updated_at: at,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', account.id)
      .execute();
    await endSessions(trx, now, account.id, 'PASSWORD');
    return true;
  });
  services.sessionCache.forget(account.id);
  return used;
}

/** Ends the session of a token; a token that has none is as good as signed out. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { hashToken } from './tokens.ts';

/** Ends it at once, on this node and, within seconds, on every other. */
export async function signOut(services: Services, token: string): Promise<void> {
  const hash = hashToken(token);
  const ended = await services.db
    .updateTable('admin_session')
    .set({ ended_at: isoAt(services.clock.now()), end_reason: 'LOGOUT' })
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('former_hash', '=', hash)]))
    .where('ended_at', 'is', null)
    .returning('account_id')
    .execute();
  for (const { account_id } of ended) services.sessionCache.forget(account_id);
}

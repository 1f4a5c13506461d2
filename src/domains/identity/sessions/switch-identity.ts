/** Acts under another membership: a session of its own; the former one ends with the switch. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services, Session } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { identitiesOf } from './identities.ts';
import { type Origin, openSession } from './tokens.ts';

/** The token of a session under membership `id` of kind `type`. The former token is good for nothing from then on. */
export async function switchIdentity(
  services: Services,
  session: Session,
  id: number,
  type: string,
  origin: Origin,
): Promise<{ token: string } | Refusal> {
  if (session.unitType === null) return refuse('SUPER_ONLY_HERE');
  const { identities } = await identitiesOf(services, session.accountId);
  const chosen = identities.find((i) => i.id === id && i.type === type);
  if (!chosen) return refuse('IDENTITY_UNKNOWN');
  const answer = await services.db.transaction().execute(async (trx) => {
    const token = await openSession(services, trx, session.accountId, chosen.id, origin);
    await trx
      .updateTable('admin_session')
      .set({ ended_at: isoAt(services.clock.now()), end_reason: 'SWITCHED' })
      .where('account_id', '=', session.accountId)
      .where((eb) => eb.or([eb('token_hash', '=', session.tokenHash), eb('former_hash', '=', session.tokenHash)]))
      .where('ended_at', 'is', null)
      .execute();
    await trx.updateTable('account').set({ last_employee_id: chosen.id }).where('id', '=', session.accountId).execute();
    return { token };
  });
  services.sessionCache.forget(session.accountId);
  return answer;
}

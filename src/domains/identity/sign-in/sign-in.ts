/** Sign-in with account, password and, where switched on, a one-time code: the first membership and a token. */
import type { Invitation } from '../../../kit/define/matters.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { invitedInstead } from '../invitations/answer-at-sign-in.ts';
import { identitiesOf } from '../sessions/identities.ts';
import { type Origin, openSession } from '../sessions/tokens.ts';
import type { AccountRow } from '../tables.ts';
import { knownDevice, rememberDevice } from './known-devices.ts';
import { proveAccount, recordTry } from './prove-account.ts';
import { signInCounters } from './sign-in-guard.ts';

export interface SignInInput extends Origin {
  account: string;
  password: string;
  code: string | null;
  /** The browser's own token, when it sent one. */
  device: string | null;
}

/** No session yet: the account belongs to no unit, and this is who asks whether it joins. */
export interface Invited {
  ticket: string;
  invitations: Invitation[];
}

export interface SignedIn {
  token: string;
  /** The browser is known by this from now on. */
  device: string;
  data: { id: number; name: string; type: string | null; mustChangePassword: boolean };
}

/** The membership to start with: the one last used, else the first; null for the super administrator. */
async function startIdentity(services: Services, account: AccountRow) {
  if (account.belong_type === null) return { employeeId: null, type: null };
  const { identities, reason } = await identitiesOf(services, account.id);
  const chosen = identities.find((i) => i.id === account.last_employee_id) ?? identities[0];
  return chosen ? { employeeId: chosen.id, type: chosen.type } : refuse('NO_IDENTITY', { reason });
}

/** Signs in, or says why not. */
export async function signIn(services: Services, input: SignInInput): Promise<SignedIn | Invited | Refusal> {
  const known = await knownDevice(services, input.account, input.device);
  const counters = signInCounters(input.account, input.ip, known);
  const account = await proveAccount(services, { ...input, counters, takesTemporary: true });
  if (isRefusal(account)) return account;
  const start = await startIdentity(services, account);
  if (isRefusal(start)) {
    const invited = await invitedInstead(services, account.id);
    if (invited) return invited;
    await recordTry(services, input, account.id, 'DISABLED');
    return start;
  }
  const token = await openSession(services, services.db, account.id, start.employeeId, input);
  await services.db
    .updateTable('account')
    .set({
      last_login_at: isoAt(services.clock.now()),
      last_login_ip: input.ip,
      last_employee_id: start.employeeId,
    })
    .where('id', '=', account.id)
    .execute();
  await recordTry(services, input, account.id, 'OK');
  return {
    token,
    device: await rememberDevice(services, account.id, input.device),
    data: { id: account.id, name: account.name, type: start.type, mustChangePassword: account.must_change_password },
  };
}

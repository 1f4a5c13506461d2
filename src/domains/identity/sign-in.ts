/** Sign-in with account, password and, where switched on, a one-time code. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../kit/server/refusal.ts';
import { identitiesOf } from './identities.ts';
import { PasswordBusy, verifyPassword } from './password.ts';
import { addressKey, addressLimits, clearTries, giveBack, nameKey, nameLimits, takeTry } from './sign-in-guard.ts';
import type { AccountRow, LoginResult } from './tables.ts';
import { type Origin, openSession } from './tokens.ts';
import { matchingStep } from './totp.ts';

export interface SignInInput extends Origin {
  account: string;
  password: string;
  code: string | null;
}

export interface SignedIn {
  token: string;
  data: { id: number; name: string; type: string | null; mustChangePassword: boolean };
}

async function record(services: Services, input: SignInInput, accountId: number | null, result: LoginResult) {
  await services.db
    .insertInto('login_log')
    .values({
      id: await services.ids.next(),
      at: isoAt(services.clock.now()),
      account_id: accountId,
      login_name: input.account.slice(0, 64),
      ip: input.ip,
      result,
      user_agent: input.userAgent?.slice(0, 300) ?? null,
    })
    .execute();
}

/** Counts the try at the address and at the name; a refusal when either has to wait. */
async function admit(services: Services, input: SignInInput): Promise<{ nextWait: number } | Refusal> {
  const now = services.clock.now();
  const atAddress = await takeTry(services.db, addressKey(input.ip), addressLimits, now);
  if ('waitMinutes' in atAddress) return refuse('ADDRESS_LOCKED', { minutes: atAddress.waitMinutes });
  const atName = await takeTry(services.db, nameKey(input.account), nameLimits, now);
  if ('nextWait' in atName) return atName;
  await giveBack(services.db, addressKey(input.ip), addressLimits);
  await record(services, input, null, 'LOCKED');
  return refuse('SIGN_IN_LOCKED', { minutes: atName.waitMinutes });
}

/** Checks the one-time code and uses it up. */
async function codeFits(services: Services, account: AccountRow, code: string): Promise<boolean> {
  const step = matchingStep(account.totp_secret!, code, services.clock.now(), account.totp_last_step);
  if (step === undefined) return false;
  const used = await services.db
    .updateTable('account')
    .set({ totp_last_step: step })
    .where('id', '=', account.id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** The membership to start with: the one last used, else the first; null for the super administrator. */
async function startIdentity(services: Services, account: AccountRow) {
  if (account.belong_type === null) return { employeeId: null, type: null };
  const { identities, reason } = await identitiesOf(services, account.id);
  const chosen = identities.find((i) => i.id === account.last_employee_id) ?? identities[0];
  return chosen ? { employeeId: chosen.id, type: chosen.type } : refuse('NO_IDENTITY', { reason });
}

async function verified(services: Services, input: SignInInput, nextWait: number): Promise<AccountRow | Refusal> {
  const account = await services.db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['login_name']), '=', input.account.toLowerCase()))
    .executeTakeFirst();
  const fits = await verifyPassword(input.password, account?.password_hash ?? null);
  const failed = (code: string) => (nextWait > 0 ? refuse('SIGN_IN_LOCKED', { minutes: nextWait }) : refuse(code));
  if (!account || !fits) {
    await record(services, input, account?.id ?? null, 'BAD_PASSWORD');
    return failed('BAD_CREDENTIALS');
  }
  const giveBackBoth = () =>
    Promise.all([
      giveBack(services.db, nameKey(input.account), nameLimits),
      giveBack(services.db, addressKey(input.ip), addressLimits),
    ]);
  if (account.status !== 'NORMAL') {
    await giveBackBoth();
    await record(services, input, account.id, 'DISABLED');
    return refuse('ACCOUNT_DISABLED');
  }
  if (account.totp_secret !== null) {
    if (!input.code) {
      await giveBackBoth();
      return refuse('TOTP_NEEDED');
    }
    if (!(await codeFits(services, account, input.code))) {
      await record(services, input, account.id, 'BAD_CODE');
      return failed('BAD_TOTP');
    }
  }
  await giveBack(services.db, addressKey(input.ip), addressLimits);
  await clearTries(services.db, nameKey(input.account));
  return account;
}

/** Signs in, or says why not. Unknown accounts cost and answer the same as wrong passwords. */
export async function signIn(services: Services, input: SignInInput): Promise<SignedIn | Refusal> {
  const admitted = await admit(services, input);
  if (isRefusal(admitted)) return admitted;
  let account: AccountRow | Refusal;
  try {
    account = await verified(services, input, admitted.nextWait);
  } catch (error) {
    if (error instanceof PasswordBusy) return refuse('BUSY');
    throw error;
  }
  if (isRefusal(account)) return account;
  const start = await startIdentity(services, account);
  if (isRefusal(start)) {
    await record(services, input, account.id, 'DISABLED');
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
  await record(services, input, account.id, 'OK');
  return {
    token,
    data: { id: account.id, name: account.name, type: start.type, mustChangePassword: account.must_change_password },
  };
}

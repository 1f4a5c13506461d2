/** Account, password and, where switched on, the one-time code: whose they are. Failures are counted, logged and lead to waits. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { takeTemporary, temporaryThatFits } from '../resets/take-temporary.ts';
import type { Origin } from '../sessions/tokens.ts';
import type { AccountRow, LoginResult } from '../tables.ts';
import { PasswordBusy, verifyPassword } from './password.ts';
import { type Counter, countFailure, forgetFailures, waiting } from './sign-in-guard.ts';
import { matchingStep } from './totp.ts';

export interface Proof extends Origin {
  account: string;
  password: string;
  code: string | null;
  /** What its failures are counted under. */
  counters: readonly Counter[];
  /** Signing in for oneself: a temporary password that waits is as good, and is put in force. */
  takesTemporary?: true;
}

/** One line of the sign-in log. */
export async function recordTry(
  services: Services,
  input: Pick<Proof, 'account' | keyof Origin>,
  accountId: number | null,
  result: LoginResult,
) {
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

/** The refusal while the name or the address has to wait. It is written nowhere: the failure that brought the wait was. */
async function held(services: Services, { counters }: Proof): Promise<Refusal | undefined> {
  const wait = await waiting(services.db, counters, services.clock.now());
  return wait && refuse(wait.code, { minutes: wait.minutes });
}

/** Counts and records a failure; the one that locks is recorded as such. */
async function failed(
  services: Services,
  input: Proof,
  accountId: number | null,
  result: 'BAD_PASSWORD' | 'BAD_CODE',
): Promise<Refusal> {
  const { wait, locks, counted } = await countFailure(services.db, input.counters, services.clock.now());
  if (counted) await recordTry(services, input, accountId, locks ? 'LOCKED' : result);
  if (wait) return refuse(wait.code, { minutes: wait.minutes });
  return refuse(result === 'BAD_CODE' ? 'BAD_TOTP' : 'BAD_CREDENTIALS');
}

/** Checks the one-time code and uses it up. */
async function codeFits(services: Services, account: AccountRow, code: string): Promise<boolean> {
  const secret = services.vault.open(account.totp_secret!);
  const step = matchingStep(secret, code, services.clock.now(), account.totp_last_step);
  if (step === undefined) return false;
  const used = await services.db
    .updateTable('account')
    .set({ totp_last_step: step })
    .where('id', '=', account.id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

async function verified(services: Services, input: Proof): Promise<AccountRow | Refusal> {
  const account = await services.db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['login_name']), '=', input.account.toLowerCase()))
    .executeTakeFirst();
  const fits = await verifyPassword(input.password, account?.password_hash ?? null);
  const temporary =
    input.takesTemporary && account && !fits
      ? await temporaryThatFits(services, account.id, input.password)
      : undefined;
  if (!account || !(fits || temporary)) return failed(services, input, account?.id ?? null, 'BAD_PASSWORD');
  // Failures of tries beside this one may have brought a wait meanwhile: a good guess among them is none.
  const wait = await held(services, input);
  if (wait) return wait;
  if (account.status !== 'NORMAL') {
    await recordTry(services, input, account.id, 'DISABLED');
    return refuse('ACCOUNT_DISABLED');
  }
  if (account.totp_secret !== null) {
    if (!input.code) return refuse('TOTP_NEEDED');
    if (!(await codeFits(services, account, input.code))) return failed(services, input, account.id, 'BAD_CODE');
  }
  if (temporary && !(await takeTemporary(services, account, temporary, input)))
    return failed(services, input, account.id, 'BAD_PASSWORD');
  await forgetFailures(services.db, input.counters);
  return temporary ? { ...account, must_change_password: true } : account;
}

/** The account, or why not. Unknown accounts cost and answer the same as wrong passwords. */
export async function proveAccount(services: Services, proof: Proof): Promise<AccountRow | Refusal> {
  const wait = await held(services, proof);
  if (wait) return wait;
  try {
    return await verified(services, proof);
  } catch (error) {
    if (error instanceof PasswordBusy) return refuse('BUSY');
    throw error;
  }
}

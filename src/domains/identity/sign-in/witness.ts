/** The second person in somebody's dialog: proven like a sign-in, and what that person may do in the unit that asks. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { WitnessDoor } from '../../../kit/server/page/witness.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { ownUnit } from '../own-unit.ts';
import { loadSession } from '../sessions/load-session.ts';
import { proveAccount } from './prove-account.ts';
import { signInCounters, witnessCounter } from './sign-in-guard.ts';

/** The refusals of a sign-in at the input they are about. */
const atInput = (refusal: Refusal): Refusal => {
  const input = refusal.code === 'TOTP_NEEDED' || refusal.code === 'BAD_TOTP' ? 'code' : 'password';
  return { ...refusal, fields: { [`witness.${input}`]: refusalMessage(refusal) } };
};

/**
 * Wrong tries count for the name and the address as at sign-in, and for the session, which must not try one name after the
 * other. An initial password is no proof: whoever reset it knows it.
 */
export const proveWitness: WitnessDoor['prove'] = async (ctx: Ctx, input) => {
  const { services, session, ip } = ctx;
  const counters = [...signInCounters(input.account, ip, null), witnessCounter(session.account)];
  const account = await proveAccount(services, { ...input, ip, userAgent: null, counters });
  if (isRefusal(account)) return atInput(account);
  if (account.must_change_password)
    return refuse('WITNESS_PASSWORD', {}, { 'witness.account': '还在用初始密码，须先登录并修改密码' });
  const unit = ownUnit(ctx);
  const member = await ctx.db
    .selectFrom('employee')
    .select('id')
    .where('account_id', '=', account.id)
    .where('unit_type', '=', unit.type)
    .where('unit_id', '=', unit.id)
    .where('status', '=', 'NORMAL')
    .executeTakeFirst();
  const second = member && (await loadSession(services, account.id, member.id));
  return second && !isRefusal(second)
    ? second
    : refuse('WITNESS_STRANGER', {}, { 'witness.account': '须是本单位在职的人员' });
};

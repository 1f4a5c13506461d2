/**
 * The second person of a call: proven before the command begins, so that a wrong try counts whatever becomes of the command,
 * and known to it as `ctx.witness`. The second person gets no session and no token.
 */

import { verbsOf } from '../../define/page.ts';
import type { Witness } from '../../define/witness.ts';
import type { Ctx } from '../context.ts';
import { rowsById } from '../query/list.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { auditWith, claimKey } from './command.ts';
import { type Granted, may } from './grants.ts';
import { listQueryOf } from './list-query.ts';
import { readId } from './read-id.ts';
import type { Registered } from './registry.ts';

export interface Witnessed {
  accountId: number;
  account: string;
  name: string;
}

/** Proves accounts; wrong tries are counted and limited as at sign-in. */
export interface WitnessDoor {
  /** What the account may do in the unit of the session that asks, or why it cannot sign there. */
  prove(
    ctx: Ctx,
    input: { account: string; password: string; code: string | null },
  ): Promise<(Witnessed & Granted) | Refusal>;
}

type Body = Record<string, unknown>;

/** Faults stand at the inputs of the second person. */
const at = (input: 'account' | 'password' | 'code', message: string) => ({ [`witness.${input}`]: message });

function readInput(sent: unknown) {
  const { account, password, code } = (typeof sent === 'object' && sent !== null ? sent : {}) as Body;
  const given = (value: unknown, most: number): value is string =>
    typeof value === 'string' && value !== '' && value.length <= most && !value.includes('\u0000');
  if (!given(account, 64) || !given(password, 200)) return undefined;
  return { account: account.trim(), password, code: given(code, 10) ? code.trim() : null };
}

/** Was this form's command done before? Then it answers what it did then, and nobody signs twice. */
async function doneBefore({ db, session, path, requestKey }: Ctx): Promise<boolean> {
  if (!requestKey) return false;
  const done = await db
    .selectFrom('command_request')
    .select('request_key')
    .where('account_id', '=', session.accountId)
    .where('request_key', '=', claimKey(path, requestKey))
    .executeTakeFirst();
  return done !== undefined;
}

/** Does the session see every record the call names? Nobody is asked to vouch for what is not there. */
async function seesRows(entry: Registered, ctx: Ctx, { id, ids }: Body): Promise<boolean> {
  const query = listQueryOf(entry);
  const sent = Array.isArray(ids) ? ids : id === undefined ? [] : [id];
  const named = new Set(sent.map(readId).filter((one) => one !== undefined));
  if (!query || named.size === 0 || named.size > 1000) return true;
  return (await rowsById(query, ctx, [...named])).length === named.size;
}

/** The call as its command sees it: without the second person's secrets, and knowing who it is. */
export async function withWitness(
  entry: Registered,
  second: Witness,
  ctx: Ctx,
  verb: string,
  { witness: sent, ...body }: Body,
): Promise<{ ctx: Ctx; body: Body } | Refusal> {
  const { page, path, title, binding } = entry;
  // A verb that runs outside a command is not held to once by its key.
  if (!binding.outsideTransaction?.includes(verb) && (await doneBefore(ctx))) return { ctx, body };
  if (!(await seesRows(entry, ctx, body))) return refuse('NOT_FOUND');
  const verbs = verbsOf(page);
  const input = readInput(sent);
  if (!input) return refuse('WITNESS_NEEDED', { what: verbs[verb] ?? title }, at('account', '请见证人输入账号和密码'));
  if (input.account.toLowerCase() === ctx.session.account.toLowerCase())
    return refuse('WITNESS_SELF', {}, at('account', '不能是您自己'));
  const proven = await ctx.services.witnessDoor.prove(ctx, input);
  if (isRefusal(proven)) return proven;
  const { accountId, account, name } = proven;
  if (accountId === ctx.session.accountId) return refuse('WITNESS_SELF', {}, at('account', '不能是您自己'));
  const what = verbs[second.needs] ?? second.needs;
  if (!may(proven, page, path, second.needs))
    return refuse('WITNESS_NOT_PERMITTED', { name, what }, at('account', `没有「${what}」的权限`));
  const known: Ctx = { ...ctx, witness: { accountId, account, name } };
  return { ctx: { ...known, audit: auditWith(known, known.db) }, body };
}

/** Runs a command: one transaction, one audit trail, at most once per request key. */
import { sql } from 'kysely';
import type { AuditEntry } from '../audit/entry.ts';
import { auditInto } from '../audit/origin.ts';
import { isoAt } from '../clock.ts';
import type { Ctx, Db } from '../context.ts';
import { insideCommand } from '../db/one-connection.ts';
import { sqlOf } from '../db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refusalSpec, refuse } from '../refusal.ts';

class Rollback extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Ends a rehearsal with nothing written; what it came to goes on. */
class TakenBack extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('rehearsal');
    this.answer = answer;
  }
}

/** Audit over a handle: inserts in that handle's transaction. */
export function auditWith(ctx: Omit<Ctx, 'audit'>, db: Db): (entry: AuditEntry) => Promise<void> {
  return (entry) => auditInto(ctx, sqlOf(db), entry);
}

/** deadlock_detected, serialization_failure: two stood in each other's way and this one was taken back; nothing of it is done. */
const stoodInTheWay = new Set(['40P01', '40001']);

/** The stored answer of a request key, or undefined after claiming the key for this transaction. */
async function claim(ctx: Ctx, db: Db, key: string): Promise<{ answer: unknown } | undefined> {
  const claimed = await sql<{ request_key: string }>`
    insert into command_request (account_id, request_key, at)
    values (${ctx.session.accountId}, ${key}, ${isoAt(ctx.clock.now())})
    on conflict do nothing returning request_key`.execute(db);
  if (claimed.rows.length > 0) return undefined;
  const stored = await db
    .selectFrom('command_request')
    .select('answer')
    .where('account_id', '=', ctx.session.accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return { answer: stored?.answer ?? null };
}

/** The answer as it may lie in the database: a secret is shown once and kept nowhere. */
function storable(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('secret' in answer)) return answer ?? null;
  const { secret, ...rest } = answer as { secret?: { label: string; note: string } };
  return secret ? { ...rest, secret: { ...secret, value: '（已显示过，如未记下请重新生成）' } } : rest;
}

/** A form's key as it is claimed: the same key is another one on another page. */
export const claimKey = (path: string, requestKey: string): string => `${path}|${requestKey}`.slice(-100);

/** What was refused is rolled back with everything; that it was tried is written down where the refusal is one of those. */
async function noteRefused(ctx: Ctx, refusal: Refusal): Promise<void> {
  if (ctx.rehearsal || !refusalSpec(refusal.code).noted) return;
  await auditInto(ctx, sqlOf(ctx.db), { action: '拒绝', targetName: refusalMessage(refusal), result: 'FAIL' });
}

/** Runs `work` in a transaction; a refusal rolls everything back, key included, so the corrected form may be sent again. */
export async function runCommand(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<unknown> {
  const key = ctx.rehearsal ? undefined : ctx.requestKey && claimKey(ctx.path, ctx.requestKey);
  try {
    return await ctx.db.transaction().execute((trx) =>
      insideCommand(ctx.path, async () => {
        const inner: Ctx = { ...ctx, db: trx, audit: auditWith(ctx, trx) };
        if (key) {
          const stored = await claim(inner, trx, key);
          if (stored) return stored.answer;
        }
        const answer = await work(inner);
        if (isRefusal(answer)) throw new Rollback(answer);
        if (ctx.rehearsal) throw new TakenBack(answer);
        if (key)
          await sql`update command_request set answer = ${JSON.stringify(storable(answer))}::jsonb
            where account_id = ${ctx.session.accountId} and request_key = ${key}`.execute(trx);
        return answer;
      }),
    );
  } catch (error) {
    if (error instanceof Rollback) {
      await noteRefused(ctx, error.refusal);
      return error.refusal;
    }
    if (error instanceof TakenBack) return error.answer;
    if (stoodInTheWay.has((error as { code?: string }).code ?? '')) return refuse('BUSY');
    throw error;
  }
}

/**
 * Rows of each table that a call of a page reads, told by the counters of its own transaction. What keeps a list at a million rows is
 * not how long it takes over a few thousand: it is that it does not read them all.
 */
import { loadSession } from '../../src/domains/identity/public.server.ts';
import { sqlOf } from '../../src/kit/server/db/sql-of.ts';
import { dispatch } from '../../src/kit/server/page/dispatch.ts';
import { makeContext } from '../../src/kit/server/page/make-context.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import type { TestApp } from './server.ts';

export interface Reading<T> {
  answer: T;
  /** By table; those of which nothing was read are absent. */
  read: Readonly<Record<string, number>>;
}

/** @throws when the call is refused. */
export async function rowsRead<T>(
  { services }: Pick<TestApp, 'services'>,
  account: string,
  path: string,
  verb: string,
  body: Record<string, unknown>,
): Promise<Reading<T>> {
  const member = await services.db
    .selectFrom('employee as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['a.id as accountId', 'e.id as employeeId'])
    .where('a.login_name', '=', account)
    .executeTakeFirstOrThrow();
  const session = await loadSession(services, member.accountId, member.employeeId);
  if (isRefusal(session)) throw new Error(`${account}: ${session.code}`);
  const ctx = makeContext(services, { ...session, tokenHash: '' }, path);
  const entry = services.registry.at(path);
  if (!entry) throw new Error(`no page ${path}`);
  return services.db.transaction().execute(async (trx) => {
    // What the connection has read and not told yet is counted with it: the difference is this call's.
    const counted = async () => {
      const { rows } = await sqlOf(trx).query<{ name: string; n: number }>(
        `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables`,
      );
      return new Map(rows.map(({ name, n }) => [name, n]));
    };
    const before = await counted();
    const answer = await dispatch(
      services.registry,
      entry,
      verb,
      { ...ctx, db: services.scoped(session.scope, trx) },
      body,
    );
    if (isRefusal(answer)) throw new Error(`${path} ${verb}: ${answer.code}`);
    const read: Record<string, number> = {};
    for (const [name, n] of await counted()) if (n > (before.get(name) ?? 0)) read[name] = n - (before.get(name) ?? 0);
    return { answer: answer as T, read };
  });
}

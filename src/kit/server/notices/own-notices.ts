/** Notices to one account about its own documents: written when another moves them, read once. */
import type { UnitType } from '../../define/page.ts';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';

export interface AccountNotice {
  /** As notices are marked read by. */
  id: string;
  title: string;
  content: string;
  path: string | null;
  at: string;
}

/** Kept and shown so long. */
const keptDays = 30;
const most = 50;

export interface Told {
  accountId: number;
  /** Where the account works on what it is told of. */
  unitType: UnitType | null;
  unitId: number | null;
  title: string;
  content: string;
  path: string;
}

/** Tells accounts, each in its unit: inside the command that moves their documents, or of what was done for them meanwhile. */
export async function tellAccounts(ctx: Pick<Ctx, 'db' | 'ids' | 'clock'>, told: readonly Told[]): Promise<void> {
  const sql = sqlOf(ctx.db);
  for (const { accountId, unitType, unitId, title, content, path } of told)
    await sql.query(
      `insert into account_notice (id, account_id, unit_type, unit_id, title, content, path, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [await ctx.ids.next(), accountId, unitType, unitId, title, content, path, isoAt(ctx.clock.now())],
    );
}

/** Those of the last weeks to the session's account in its unit, the newest first. */
export async function ownNotices({ db, session, clock }: Ctx): Promise<AccountNotice[]> {
  const { rows } = await sqlOf(db).query<AccountNotice>(
    `select 'own-' || id as id, title, content, path, created_at as at from account_notice
     where account_id = $1 and unit_type is not distinct from $2 and unit_id is not distinct from $3 and created_at > $4
     order by id desc limit ${most}`,
    [session.accountId, session.unitType, session.unitId, isoAt(clock.now() - keptDays * 86_400_000)],
  );
  return rows;
}

/** Which of these the account has read. */
export async function readOf({ db, session }: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sqlOf(db).query<{ notice: string }>(
    'select notice from notice_read where account_id = $1 and notice = any($2)',
    [session.accountId, ids],
  );
  return new Set(rows.map(({ notice }) => notice));
}

/** They are not told again, wherever the account signs in. */
export async function markRead({ db, session, clock }: Ctx, ids: readonly string[]): Promise<void> {
  await sqlOf(db).query(
    `insert into notice_read (account_id, notice, read_at) select $1, unnest($2::text[]), $3 on conflict do nothing`,
    [session.accountId, ids, isoAt(clock.now())],
  );
}

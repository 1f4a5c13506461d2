/** Codes of open pages: given out once per subject, looked up by strangers, revoked by their unit. */
import type { OpenPage } from '../../define/open-page.ts';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { type Sql, sqlOf } from '../db/sql-of.ts';

/** What a code stands for: a record of an organization, in the open page's own words. */
export interface OpenSubject {
  organizationId: number;
  subject: string;
}

const codeBytes = 16;
const dayMs = 86_400_000;

/**
 * The subject's standing code, made when there is none; asking again gives the same one, good for its full time anew, or
 * up to the instant `until` (ISO; null: until it is revoked).
 */
export async function openCode(
  ctx: Pick<Ctx, 'db' | 'clock' | 'session' | 'services'>,
  page: OpenPage,
  { organizationId, subject }: OpenSubject,
  until?: string | null,
): Promise<string> {
  const now = ctx.clock.now();
  const ends = until !== undefined ? until : page.days === null ? null : isoAt(now + page.days * dayMs);
  const { rows } = await sqlOf(ctx.db).query<{ code: string }>(
    `insert into open_code (code, page, organization_id, subject, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id, page, subject) where revoked_at is null do update set expires_at = excluded.expires_at
     returning code`,
    [ctx.services.random.token(codeBytes), page.name, organizationId, subject, isoAt(now), ctx.session.accountId, ends],
  );
  return rows[0]!.code;
}

/** Codes of the page that are good now, by subject, with the instant they end at. */
export async function standingCodes(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  page: OpenPage,
  organizationId: number,
): Promise<Map<string, { code: string; until: string | null }>> {
  const { rows } = await sqlOf(ctx.db).query<{ subject: string; code: string; until: string | null }>(
    `select subject, code, expires_at as until from open_code
      where organization_id = $1 and page = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [organizationId, page.name, isoAt(ctx.clock.now())],
  );
  return new Map(rows.map(({ subject, ...one }) => [subject, one]));
}

/** Makes the subject's code good for nothing; false when it had none. A new one may be given out afterwards. */
export async function revokeCode(
  ctx: Pick<Ctx, 'db' | 'clock' | 'session'>,
  page: OpenPage,
  { organizationId, subject }: OpenSubject,
): Promise<boolean> {
  const { rowCount } = await sqlOf(ctx.db).query(
    `update open_code set revoked_at = $4, revoked_by = $5
      where organization_id = $1 and page = $2 and subject = $3 and revoked_at is null`,
    [organizationId, page.name, subject, isoAt(ctx.clock.now()), ctx.session.accountId],
  );
  return (rowCount ?? 0) > 0;
}

/** What a code stands for now; undefined for one that is unknown, over, revoked or of another page. */
export async function codeSubject(
  sql: Sql,
  page: OpenPage,
  code: string,
  now: number,
): Promise<OpenSubject | undefined> {
  const { rows } = await sql.query<OpenSubject>(
    `select organization_id as "organizationId", subject from open_code
      where code = $1 and page = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [code, page.name, isoAt(now)],
  );
  return rows[0];
}

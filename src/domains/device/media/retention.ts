/** How long a unit keeps what its terminals photographed and filmed, and whose pictures at gates it keeps at all. */
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { usualDays } from './retention-days.ts';

export interface Retention {
  passageDays: number;
  checkDays: number;
  pictureDays: number;
  clipDays: number;
  unpicturedTypeIds: number[];
  minorsPictured: boolean;
}

/** What the unit says, else the usual: pupils of a school are not kept on pictures. */
export async function retentionOf(db: Sql, organizationId: number): Promise<Retention> {
  const { rows } = await db.query<Retention>(
    `select passage_days as "passageDays", check_days as "checkDays", picture_days as "pictureDays", clip_days as "clipDays",
       unpictured_type_ids as "unpicturedTypeIds", minors_pictured as "minorsPictured"
     from media_retention where organization_id = $1`,
    [organizationId],
  );
  if (rows[0]) return rows[0];
  const { rows: types } = await db.query<{ id: number }>(
    `select t.id from person_type t join organization o on o.id = t.organization_id and o.kind = 'SCHOOL'
     where t.organization_id = $1 and t.is_default`,
    [organizationId],
  );
  return { ...usualDays, unpicturedTypeIds: types.map(({ id }) => id), minorsPictured: false };
}

const adultYears = 18;

/** Of these people, those whose pictures at gates are not kept. */
export async function unpictured(
  db: Sql,
  organizationId: number,
  personIds: readonly number[],
  nowMs: number,
): Promise<Set<number>> {
  if (personIds.length === 0) return new Set();
  const { unpicturedTypeIds, minorsPictured } = await retentionOf(db, organizationId);
  const { rows } = await db.query<{ id: number }>(
    `select id from person where organization_id = $1 and id = any($2::bigint[]) and (type_id = any($3::bigint[])
       or (not $4::boolean and birthday > $5::timestamptz - make_interval(years => $6)))`,
    [organizationId, personIds, unpicturedTypeIds, minorsPictured, isoAt(nowMs), adultYears],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A stretch of an unfinished case: what was photographed in it stays. */
export interface HeldStretch {
  organizationId: number;
  fromAt: string;
  toAt: string;
}

/** Condition on the instant of a row `x` and its unit, for `forgetOld`: it lies in no stretch that is held. */
export const notHeld = (x: string, at: string): string =>
  `not exists (select 1 from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) h (unit, from_at, to_at)
    where h.unit = ${x}.organization_id and ${x}.${at} >= h.from_at and ${x}.${at} < h.to_at)`;

/**
 * Forgets pictures of all units by one statement: $1 is now, $2–$4 the stretches that are held (`notHeld`); it returns the unit
 * of each row. How many went is told in each unit's log. The sweep of files does the rest.
 */
export async function forgetOld(
  services: Pick<Services, 'pool' | 'clock' | 'ids' | 'heldStretches'>,
  statement: string,
  { what, page }: { what: string; page: string },
): Promise<number> {
  const held = (await services.heldStretches?.()) ?? [];
  const at = isoAt(services.clock.now());
  const { rows } = await services.pool.query<{ unit: number }>(statement, [
    at,
    held.map(({ organizationId }) => organizationId),
    held.map(({ fromAt }) => fromAt),
    held.map(({ toAt }) => toAt),
  ]);
  for (const [unitId, gone] of Map.groupBy(rows, ({ unit }) => unit))
    await writeAudit(
      services.pool,
      await services.ids.next(),
      at,
      { accountId: null, actor: '系统', unitType: 'ORGANIZATION', unitId, ip: null, page },
      { action: '清理到期影像', targetName: `${what} ${gone.length} 条` },
    );
  return rows.length;
}

/** Which passes into kitchens held at a moment: there the roster and the check decide, not rules of groups. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface Entering {
  personId: number;
  districtId: number;
  /** Epoch ms. */
  at: number;
}

/** For each, what the pass rests on, in words; null without one that held. */
export async function passesAt(
  db: Sql,
  organizationId: number,
  entering: readonly Entering[],
): Promise<(string | null)[]> {
  if (entering.length === 0) return [];
  const { rows } = await db.query<{ i: number; reason: string }>(
    `select distinct on (t.i) t.i::int as i, e.reason
     from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) with ordinality as t (person, district, at, i)
     join pass_entry e on e.organization_id = $1 and e.person_id = t.person and e.district_id = t.district
       and e.from_at <= t.at and e.to_at > t.at and (e.withdrawn_at is null or e.withdrawn_at > t.at)
     order by t.i, e.id`,
    [
      organizationId,
      entering.map(({ personId }) => personId),
      entering.map(({ districtId }) => districtId),
      entering.map(({ at }) => isoAt(at)),
    ],
  );
  const found = new Map(rows.map(({ i, reason }) => [i - 1, reason || '通行权限']));
  return entering.map((_, i) => found.get(i) ?? null);
}

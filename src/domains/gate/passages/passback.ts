/** In twice without out: who is in a district already, by what its doors told since the business day began. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';

export type Passback = 'OFF' | 'WARN' | 'FORBID';

export const passbackWords = '反潜回：已在区内，请先外出';

/** People whose last passage through a door of the district before `at`, on its business day, was in; the guard's word ends it. */
export async function insideAlready(
  db: Sql,
  organizationId: number,
  asked: readonly { personId: number; districtId: number; at: number }[],
): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.query<{ i: number; inside: boolean }>(
    `select t.i::int as i, coalesce(g.direction = 'IN', false) as inside
     from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::date[]) with ordinality as t (person, district, at, day, i)
     left join lateral (select g.direction, g.at from passage g
       where g.organization_id = $1 and g.person_id = t.person and g.district_id = t.district and g.day = t.day
         and g.at <= t.at and g.verdict = 'PASS' order by g.at desc, g.id desc limit 1) g on not exists (
       select 1 from passback_clear c where c.organization_id = $1 and c.district_id = t.district
         and (c.person_id is null or c.person_id = t.person) and c.at >= g.at and c.at <= t.at)`,
    [
      organizationId,
      asked.map(({ personId }) => personId),
      asked.map(({ districtId }) => districtId),
      asked.map(({ at }) => isoAt(at)),
      asked.map(({ at }) => businessDay(at)),
    ],
  );
  const found = new Map(rows.map(({ i, inside }) => [i - 1, inside]));
  return asked.map((_, i) => found.get(i) ?? false);
}

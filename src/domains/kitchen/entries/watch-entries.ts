/** Somebody came into a kitchen without a check that passed: told at once, one alert a worker and day; it closes by hand alone. */

import { labelIn } from '../../../kit/define/states.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { raise } from '../../alerts/public.server.ts';
import type { EventCtx } from '../../device/public.server.ts';
import type { PassageTold } from '../../gate/public.server.ts';
import { type EntryStanding, entryStandings } from '../words.ts';
import { entryJoins, entryStanding } from './entry-sql.ts';

interface Unchecked {
  personId: number | null;
  name: string | null;
  worker: number | null;
  restaurantId: number | null;
  district: string;
  door: string;
  at: number;
  late: boolean;
  standing: EntryStanding;
}

/** A door that was cut off lets in by grace: listed and told, no break of its rules. */
export async function watchEntries(
  ctx: EventCtx,
  organizationId: number,
  passages: readonly PassageTold[],
): Promise<void> {
  const entered = passages.filter(
    (one) => one.family === 'KITCHEN' && one.direction === 'IN' && one.verdict === 'PASS',
  );
  if (entered.length === 0) return;
  const { rows } = await sqlOf(ctx.db).query<Unchecked>(
    `select * from (
       select g.person_id as "personId", p.name, w.id as worker, coalesce(w.restaurant_id, d.restaurant_id) as "restaurantId",
         d.name as district, v.name as door, (extract(epoch from g.at) * 1000)::bigint as at, g.late, ${entryStanding} as standing
       from unnest($2::bigint[], $3::date[]) as x (id, day)
         join passage g on g.organization_id = $1 and g.day = x.day and g.id = x.id
         join district d on d.organization_id = g.organization_id and d.id = g.district_id
         join device v on v.organization_id = g.organization_id and v.id = g.device_id
         left join person p on p.organization_id = g.organization_id and p.id = g.person_id
         ${entryJoins}) e
     where e.standing in ('NO_CHECK', 'FAILED_CHECK') order by e.at`,
    [organizationId, entered.map((one) => one.id), entered.map((one) => one.day)],
  );
  for (const { personId, name, worker, restaurantId, district, door, at, late, standing } of rows) {
    const who = name ?? '不认识的人';
    const time = new Date(at + 8 * 3_600_000).toISOString().slice(11, 16);
    const why = worker === null ? '不是后厨人员' : labelIn(entryStandings, standing);
    await raise(ctx, organizationId, {
      kind: 'ENTRY_UNCHECKED',
      object: `entry:${personId ?? door}:${dateAt(at)}`,
      objectName: `${who} ${district}`,
      restaurantId,
      at,
      level: late && standing === 'NO_CHECK' ? 'WARN' : 'CRITICAL',
      detail: `${who} ${time} 由${door}进入${district}，晨检${why}${late ? '（断网放行）' : ''}`,
      open: { path: '/admin/organization/morning_enter_record', search: { standing: ['NO_CHECK', 'FAILED_CHECK'] } },
    });
  }
}

/** How many are in a district now: in less out since the business day began, and whether its doors have told everything. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { missingCount } from '../../device/public.server.ts';
import { departmentsSeen, inSight } from '../../people/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** A door not heard for so long may have let people through that nobody knows of. */
const silentMs = 5 * 60_000;

export interface Inside {
  name: string;
  count: number;
  /** Doors that still have passages to tell, or were not heard for minutes, or never: the number may be wrong by theirs. */
  off: string[];
}

/** Districts of the grounds with doors, in their order, and how many of the people the session sees are in them. */
export async function insideNow(ctx: Pick<Ctx, 'db' | 'clock' | 'scope'>, organizationId: number): Promise<Inside[]> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string; count: number }>(
    `select d.id, d.name, coalesce(sum(case when g.verdict <> 'PASS' then 0 when g.direction = 'IN' then 1
        when g.direction = 'OUT' then -1 else 0 end), 0)::int as count
     from district d left join passage g on g.organization_id = d.organization_id and g.district_id = d.id and g.day = $2
       and ($3::bigint[] is null or exists (select from person p where p.organization_id = g.organization_id and p.id = g.person_id
         and ${inSight('p.department_id', '$3')}))
     where d.organization_id = $1 and d.family = 'SITE' and d.status = 'NORMAL'
       and exists (select 1 from door o where o.organization_id = d.organization_id and o.district_id = d.id)
     group by d.id, d.name, d.sort order by d.sort, d.id`,
    [organizationId, businessDay(ctx.clock.now()), departmentsSeen(ctx.scope.departments)],
  );
  const doors = await ctx.db
    .selectFrom('door as o')
    .innerJoin('device as d', (on) =>
      on.onRef('d.organization_id', '=', 'o.organization_id').onRef('d.id', '=', 'o.device_id'),
    )
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select(['o.district_id', 'd.name', missingCount.as('missing'), 'b.offline_count', 'b.last_beat_at as heardAt'])
    .where('o.organization_id', '=', organizationId)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute();
  const since = ctx.clock.now() - silentMs;
  const unheard = (heardAt: string | null) => heardAt === null || Date.parse(heardAt) < since;
  const behind = doors.filter((door) => door.missing > 0 || Number(door.offline_count) > 0 || unheard(door.heardAt));
  return rows.map(({ id, name, count }) => ({
    name,
    count,
    off: behind.filter((door) => door.district_id === id).map((door) => door.name),
  }));
}

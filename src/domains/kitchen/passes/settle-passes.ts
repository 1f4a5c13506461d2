/** Makes the passes of workers what certificate, permission, roster and checks say now; twice the same changes nothing. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { grantPasses } from '../../gate/public.server.ts';
import { type CrewMember, readCrew } from '../crew.ts';
import { kitchenSetting } from '../setting.ts';
import { type Cell, planPasses } from './plan-passes.ts';

/** Days ahead that passes are written for, so that a door that is cut off knows them. */
const aheadDays = 7;

interface CellOf extends Cell {
  cookUserId: number;
}

/** What each worker may enter: their own cells, and those of their post in their kitchen that they have none of their own for. */
async function cellsOf(db: Sql, organizationId: number, workerIds: readonly number[]): Promise<Map<number, Cell[]>> {
  const { rows } = await db.query<CellOf & { allowed: boolean }>(
    `select distinct on (w.id, c.district_id) w.id as "cookUserId", c.district_id as "districtId", d.kind, c.weekdays,
       c.start_time as "startTime", c.end_time as "endTime", c.require_check as "requireCheck", c.allowed
     from cook_user w
       join kitchen_permission c on c.organization_id = w.organization_id and (c.cook_user_id = w.id or c.post = w.post)
       join district d on d.organization_id = c.organization_id and d.id = c.district_id and d.status = 'NORMAL'
     where w.organization_id = $1 and w.id = any($2::bigint[])
       and (c.cook_user_id is not null or d.restaurant_id = w.restaurant_id)
     order by w.id, c.district_id, c.cook_user_id nulls last`,
    [organizationId, workerIds],
  );
  return Map.groupBy(
    rows.filter((row) => row.allowed),
    (row) => row.cookUserId,
  );
}

const planOf = (member: CrewMember, cells: readonly Cell[], around: { days: readonly string[]; grace: boolean }) =>
  planPasses(
    { may: member.status === 'NORMAL' && member.sentHome === null, until: member.until },
    cells,
    member.shifts.map((shift) => ({ ...shift, leave: shift.leave !== null })),
    around,
  ).map((pass) => ({ ...pass, personId: member.personId }));

/** Runs in the caller's transaction; answers how many passes changed. `why` is said of those that end. */
export async function settlePasses(
  db: Sql,
  ids: Ids,
  {
    organizationId,
    workerIds,
    nowMs,
    why,
  }: { organizationId: number; workerIds: readonly number[]; nowMs: number; why: string },
): Promise<number> {
  if (workerIds.length === 0) return 0;
  const today = dateAt(nowMs);
  const crew = await readCrew(db, {
    organizationId,
    workerIds,
    from: addDays(today, -1),
    to: addDays(today, aheadDays),
    nowMs,
  });
  const { grace } = await kitchenSetting(db, organizationId);
  const cells = await cellsOf(db, organizationId, workerIds);
  const around = { days: [addDays(today, -1), today, addDays(today, 1)], grace };
  const wanted = crew.flatMap((member) => planOf(member, cells.get(member.id) ?? [], around));
  const personIds = crew.map((member) => member.personId);
  return grantPasses(db, ids, { organizationId, source: 'KITCHEN', personIds, nowMs, why }, wanted);
}

/** Everybody who works in the unit's kitchens, for the jobs. */
export async function workersOf(db: Sql, organizationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from cook_user where organization_id = $1 and status <> 'LEFT' order by id`,
    [organizationId],
  );
  return rows.map((row) => row.id);
}

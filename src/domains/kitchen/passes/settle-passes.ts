/** Makes the passes of workers what certificate, permission, roster and checks say now; twice the same changes nothing. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { grantPasses } from '../../gate/public.server.ts';
import type { StaffAsk } from '../../gate/public.ts';
import { papersUntil } from '../checks/fitness.ts';
import { type CrewMember, readCrew } from '../crew.ts';
import { kitchenSetting } from '../setting.ts';
import { type Cell, planPasses } from './plan-passes.ts';

/** Days ahead that passes are written for, so that a door that is cut off knows them. */
const aheadDays = 7;

interface AskingCell extends Cell {
  asks: StaffAsk[];
}

interface CellOf extends AskingCell {
  cookUserId: number;
}

/** What each worker may enter: their own cells, and those of their post in their kitchen that they have none of their own for. */
async function cellsOf(db: Sql, organizationId: number, workerIds: readonly number[]): Promise<Map<number, CellOf[]>> {
  const { rows } = await db.query<CellOf & { allowed: boolean }>(
    `select distinct on (w.id, c.district_id) w.id as "cookUserId", c.district_id as "districtId", d.kind, c.weekdays,
       c.start_time as "startTime", c.end_time as "endTime", c.require_check as "requireCheck", c.allowed,
       array['CERTIFICATE'] || d.asks as asks
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

/** The places outside the kitchen that ask something of everybody who works in it; the kitchen's permissions say nothing of them. */
async function placesAsking(db: Sql, organizationId: number): Promise<AskingCell[]> {
  const { rows } = await db.query<{ districtId: number; asks: StaffAsk[] }>(
    `select id as "districtId", asks from district
     where organization_id = $1 and family = 'SITE' and status = 'NORMAL' and asks <> '{}' order by id`,
    [organizationId],
  );
  return rows.map((row) => ({
    ...row,
    kind: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startTime: '00:00',
    endTime: '24:00',
    requireCheck: row.asks.includes('CHECK'),
  }));
}

const planOf = (
  member: CrewMember,
  cells: readonly AskingCell[],
  around: { days: readonly string[]; grace: boolean },
) =>
  cells.flatMap((cell) => {
    const outside = cell.kind === null;
    // Where no check is asked, whole days are open, whatever the shift.
    const shifts = outside && !cell.requireCheck ? [] : member.shifts;
    const home = member.sentHome !== null && (!outside || cell.requireCheck);
    return planPasses(
      { may: member.status === 'NORMAL' && !home, until: papersUntil(cell.asks, member) },
      [cell],
      shifts.map((shift) => ({ ...shift, leave: shift.leave !== null })),
      around,
    ).map((pass) => ({ ...pass, personId: member.personId }));
  });

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
  const places = await placesAsking(db, organizationId);
  const around = { days: [addDays(today, -1), today, addDays(today, 1)], grace };
  // A door outside is not asked of every day: it knows the week ahead.
  const week = { days: Array.from({ length: aheadDays + 2 }, (_, n) => addDays(today, n - 1)), grace };
  const wanted = crew.flatMap((member) => [
    ...planOf(member, cells.get(member.id) ?? [], around),
    ...planOf(member, places, week),
  ]);
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

/** Their persons, whoever of them may work just now. */
export async function staffOf(db: Sql, organizationId: number): Promise<number[]> {
  const { rows } = await db.query<{ personId: number }>(
    `select distinct person_id as "personId" from cook_user where organization_id = $1 and status <> 'LEFT' order by person_id`,
    [organizationId],
  );
  return rows.map((row) => row.personId);
}

/** What districts ask of them has changed. */
export async function settleAll(ctx: Pick<Ctx, 'db' | 'ids' | 'clock'>, organizationId: number): Promise<void> {
  const db = sqlOf(beyondScope(ctx));
  const workerIds = await workersOf(db, organizationId);
  await settlePasses(db, ctx.ids, { organizationId, workerIds, nowMs: ctx.clock.now(), why: '区域要求变更' });
}

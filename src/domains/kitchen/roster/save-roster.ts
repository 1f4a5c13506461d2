/** 排班: the shifts of a week, cell by cell. A shift that has begun to be checked, or is over, stays as it was. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { holds, readCrew } from '../crew.ts';
import { settlePasses } from '../passes/settle-passes.ts';
import { kitchenRefusals } from '../refusals.ts';
import { kitchenSetting } from '../setting.ts';
import type { ShiftTold } from '../tables.ts';

export interface RosterCell {
  workerId: number;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Name of a shift of the unit; null: off. */
  shift: string | null;
  /** Why who is rostered stays away; null who comes. */
  leave: string | null;
}

const at = (day: string, hm: string) => Date.parse(`${day}T${hm}:00+08:00`);

/** When a shift of a day begins and ends, epoch ms. */
export function hoursOf({ start, end }: ShiftTold, day: string): { start: number; end: number } {
  const from = at(day, start);
  const to = at(day, end);
  return { start: from, end: to > from ? to : at(addDays(day, 1), end) };
}

/** Writes the cells that say something else than before; answers how many. Leave may be entered as long as nobody checked them. */
export async function saveRoster(ctx: Ctx, cells: readonly RosterCell[]): Promise<{ written: number } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const days = cells.map((cell) => cell.day).toSorted();
  const workerIds = [...new Set(cells.map((cell) => cell.workerId))].toSorted((a, b) => a - b);
  if (days.length === 0) return { written: 0 };
  const { shifts } = await kitchenSetting(db, organizationId);
  await db.query(
    'select 1 from cook_user where organization_id = $1 and id = any($2::bigint[]) order by id for update',
    [organizationId, workerIds],
  );
  const asked = { organizationId, workerIds, from: days[0]!, to: days.at(-1)!, nowMs };
  const crew = new Map((await readCrew(db, asked)).map((member) => [member.id, member]));
  let written = 0;
  for (const cell of cells) {
    const member = crew.get(cell.workerId);
    if (!member) return refuse('NOT_FOUND');
    if (member.status === 'LEFT') return refuse(kitchenRefusals.WORKER_LEFT, { person: member.name, action: '排班' });
    const before = member.shifts.find((shift) => shift.day === cell.day);
    const named = shifts.find((shift) => shift.name === cell.shift);
    if (cell.shift !== null && !named && before?.name !== cell.shift)
      return refuse(kitchenRefusals.SHIFT_UNKNOWN, { shift: cell.shift });
    if ((before?.name ?? null) === cell.shift && (before?.leave ?? null) === cell.leave) continue;
    const hours = named ? hoursOf(named, cell.day) : before;
    const passed = { person: member.name, day: cell.day };
    if (before && (before.end <= nowMs || member.checks.some((check) => holds(before, check.at))))
      return refuse(kitchenRefusals.SHIFT_PASSED, passed);
    if (!before && hours && hours.end <= nowMs) return refuse(kitchenRefusals.SHIFT_PASSED, passed);
    written += 1;
    if (cell.shift === null || !hours)
      await ctx.db
        .deleteFrom('kitchen_roster')
        .where('cook_user_id', '=', cell.workerId)
        .where('day', '=', cell.day)
        .execute();
    else
      await db.query(
        `insert into kitchen_roster (organization_id, id, cook_user_id, restaurant_id, day, name, start_at, end_at, leave,
           updated_at, updated_by, updated_name)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict on constraint kitchen_roster_day do update set name = excluded.name, start_at = excluded.start_at,
           end_at = excluded.end_at, leave = excluded.leave, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
           updated_name = excluded.updated_name, version = kitchen_roster.version + 1`,
        [
          organizationId,
          await ctx.ids.next(),
          cell.workerId,
          member.restaurantId,
          cell.day,
          cell.shift,
          isoAt(hours.start),
          isoAt(hours.end),
          cell.leave,
          isoAt(nowMs),
          ctx.session.accountId,
          ctx.session.name,
        ],
      );
  }
  if (written > 0) {
    await settlePasses(db, ctx.ids, { organizationId, workerIds, nowMs, why: '排班变更' });
    await ctx.audit({
      action: '排班',
      targetName: `${asked.from} 至 ${asked.to}，${workerIds.length} 人 ${written} 格`,
    });
  }
  return { written };
}

/** Keeps meal periods in use apart: the check and the enabling both run under the owner's lock. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { ActionInput, RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { dayStart, type MealSpan, overlapping } from './meal-times.ts';
import '../refusals.ts';

/** Whose meal periods: an organization's own, or a contractor's defaults. */
export interface MealOwner {
  table: 'meal_period' | 'contractor_meal';
  unitTable: 'organization' | 'contractor';
  column: 'organization_id' | 'contractor_id';
  unitId: number;
}

/** Does it end after midnight? Over the alias `m` of either table. */
export const crossDay = sql`m.end_time > '24:00'`;

/** Periods in use of the owner, locked against changes by others until the transaction ends. */
export async function lockedMeals(db: Db, owner: MealOwner): Promise<MealSpan[]> {
  await sql`select 1 from ${sql.table(owner.unitTable)} where id = ${owner.unitId} for update`.execute(db);
  const found = await sql<MealSpan>`
    select id, name, start_time as "startTime", end_time as "endTime" from ${sql.table(owner.table)}
    where ${sql.ref(owner.column)} = ${owner.unitId} and status = 'NORMAL' order by start_time`.execute(db);
  return found.rows;
}

interface Span {
  id?: number;
  startTime?: string | null;
  endTime?: string | null;
  status?: string | null;
}

/** A period must end after it starts, lie within the business day, and share no minute with another in use. */
export async function checkMeal(
  ctx: Ctx,
  owner: MealOwner,
  values: Span,
  before: RowValues | null,
): Promise<Refusal | undefined> {
  const span = { ...(before as Span | null), ...values };
  const [startTime, endTime] = [span.startTime!, span.endTime!];
  if (startTime < dayStart) return refuse('MEAL_TOO_EARLY', {}, { startTime: '营业日从 04:00 开始' });
  if (endTime <= startTime) return refuse('MEAL_ORDER', {}, { endTime: '必须晚于开始时间' });
  if (before && span.status === 'DISABLED') return undefined;
  const other = overlapping(
    { startTime, endTime, ...(before ? { id: before.id } : {}) },
    await lockedMeals(ctx.db, owner),
  );
  if (!other) return undefined;
  const params = { meal: other.name, start: other.startTime, end: other.endTime };
  return refuse('MEAL_OVERLAP', params, { startTime: `与「${other.name}」重叠` });
}

/** 启用, refused where it would overlap. */
export async function enableMeals(ctx: Ctx, owner: MealOwner, { rows }: ActionInput): Promise<null | Refusal> {
  for (const row of rows) {
    const no = await checkMeal(ctx, owner, { status: 'NORMAL' }, row);
    if (no) return no;
    await sql`update ${sql.table(owner.table)} set status = 'NORMAL', version = version + 1,
      updated_at = ${isoAt(ctx.clock.now())}
      where ${sql.ref(owner.column)} = ${owner.unitId} and id = ${row.id}`.execute(ctx.db);
    await ctx.audit({ action: '启用', targetId: row.id, targetName: String(row.name) });
  }
  return null;
}

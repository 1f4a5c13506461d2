/** 只报人数: a department says how many of its people eat, without names; beside those it reports by name. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { judgeBack } from '../reports/cancel-meals.ts';
import { minute, settledMeals } from '../reports/report-meals.ts';
import { departmentRule, instantsOf, type MealRule, type MealSetting, mealSetting } from '../rules/setting.ts';

export interface CountAt {
  departmentId: number;
  diningDate: string;
  mealPeriodId: number;
}

export interface Counting {
  portions: number;
  note: string;
  /** Of who may after the cut-off; empty otherwise. */
  lateReason: string;
}

interface Judged {
  rule: MealRule;
  late: boolean;
}

function judgeCount(
  setting: MealSetting,
  settled: ReadonlySet<string>,
  at: CountAt,
  { nowMs, lateReason, fewer }: { nowMs: number; lateReason: string; fewer: boolean },
): Judged | Refusal {
  const { departmentId, diningDate: date, mealPeriodId } = at;
  const meal = setting.meals.get(mealPeriodId);
  const rule = departmentRule(setting, departmentId, mealPeriodId, date);
  const named = { date, meal: meal?.name ?? '该餐次' };
  if (!meal || !rule) return refuse(headcountRefusals.NOT_BY_COUNT, named);
  if (settled.has(`${date}/${mealPeriodId}`)) return refuse(headcountRefusals.MEAL_SETTLED, named);
  const { opensAt, closesAt } = instantsOf(setting, meal, date);
  if (nowMs < opensAt) return refuse(headcountRefusals.MEAL_NOT_OPEN, { ...named, opens: minute(opensAt) });
  if (fewer) {
    const back = judgeBack(
      setting,
      settled,
      { diningDate: date, mealPeriodId, mealPeriodName: meal.name },
      { nowMs, lateReason },
    );
    return 'refused' in back ? back : { rule, late: back.late };
  }
  const late = nowMs >= closesAt;
  if (late && !lateReason) return refuse(headcountRefusals.MEAL_CLOSED, { ...named, closed: minute(closesAt) });
  return { rule, late };
}

/** A department above or below that has said how many: its people would be counted twice. */
async function relativeOf(ctx: Ctx, { departmentId, diningDate, mealPeriodId }: CountAt): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('meal_count as c')
    .innerJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'c.organization_id').onRef('d.id', '=', 'c.department_id'),
    )
    .innerJoin('department as own', (on) =>
      on.onRef('own.organization_id', '=', 'c.organization_id').on('own.id', '=', departmentId),
    )
    .where('c.dining_date', '=', diningDate)
    .where('c.meal_period_id', '=', mealPeriodId)
    .where('c.status', '=', 'REPORTED')
    .where(sql<boolean>`(d.id = any(own.above) or own.id = any(d.above))`)
    .select('d.name')
    .orderBy('d.id')
    .executeTakeFirst();
  return row?.name;
}

interface Standing {
  setting: MealSetting;
  settled: ReadonlySet<string>;
}

async function standingOf(ctx: Ctx, cells: readonly CountAt[]): Promise<Standing> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const setting = await mealSetting(db, organizationId, ctx.clock.now());
  const days = cells.map((cell) => cell.diningDate);
  return { setting, settled: await settledMeals(db, organizationId, days) };
}

/** What a cell says now, and whether it may say so many; null where it says so already. */
async function judgeCell(ctx: Ctx, { setting, settled }: Standing, cell: CountAt, counting: Counting) {
  const { departmentId, diningDate, mealPeriodId } = cell;
  const { portions, lateReason } = counting;
  const before = await ctx.db
    .selectFrom('meal_count')
    .select(['id', 'portions', 'status'])
    .where('department_id', '=', departmentId)
    .where('dining_date', '=', diningDate)
    .where('meal_period_id', '=', mealPeriodId)
    .forUpdate()
    .executeTakeFirst();
  const had = before?.status === 'REPORTED' ? before.portions : 0;
  if (had === portions) return null;
  const judged = judgeCount(setting, settled, cell, { nowMs: ctx.clock.now(), lateReason, fewer: portions < had });
  if (isRefusal(judged)) return judged;
  const other = portions > 0 ? await relativeOf(ctx, cell) : undefined;
  return other === undefined
    ? { before, ...judged }
    : refuse(headcountRefusals.COUNTED_TWICE, {
        date: diningDate,
        meal: setting.meals.get(mealPeriodId)?.name ?? '',
        department: other,
      });
}

/** Why each of them may not say so many; nothing is written. */
export async function whyNotCounted(
  ctx: Ctx,
  asked: readonly { at: CountAt; counting: Counting }[],
): Promise<(Refusal | undefined)[]> {
  const standing = await standingOf(
    ctx,
    asked.map(({ at }) => at),
  );
  const found: (Refusal | undefined)[] = [];
  for (const { at, counting } of asked) {
    const judged = await judgeCell(ctx, standing, at, counting);
    found.push(isRefusal(judged) ? judged : undefined);
  }
  return found;
}

/** Cells now say so many; 0 takes them back. All or none: the refusal names the first that may not. */
export async function countPeople(ctx: Ctx, cells: readonly CountAt[], counting: Counting): Promise<number | Refusal> {
  const organizationId = ownOrganization(ctx);
  const nowMs = ctx.clock.now();
  const { portions, note, lateReason } = counting;
  // A count above and one below, said at once, would each not see the other.
  await sqlOf(ctx.db).query(`select pg_advisory_xact_lock(hashtextextended('meal counts', $1))`, [organizationId]);
  const standing = await standingOf(ctx, cells);
  let written = 0;
  for (const cell of cells) {
    const { departmentId, diningDate, mealPeriodId } = cell;
    const judged = await judgeCell(ctx, standing, cell, counting);
    if (judged === null) continue;
    if (isRefusal(judged)) return judged;
    const { before } = judged;
    const said = {
      portions: portions || (before?.portions ?? 1),
      status: portions > 0 ? ('REPORTED' as const) : ('CANCELLED' as const),
      note,
      reported_at: isoAt(nowMs),
      reported_by: ctx.session.accountId,
      reported_name: ctx.session.name,
      late: judged.late,
      late_reason: judged.late ? lateReason : '',
    };
    if (before)
      await ctx.db
        .updateTable('meal_count')
        .set((eb) => ({ ...said, version: eb('version', '+', 1) }))
        .where('id', '=', before.id)
        .execute();
    else
      await ctx.db
        .insertInto('meal_count')
        .values({
          ...said,
          organization_id: organizationId,
          id: await ctx.ids.next(),
          dining_date: diningDate,
          meal_period_id: mealPeriodId,
          department_id: departmentId,
          restaurant_id: judged.rule.restaurantId,
          rule_id: judged.rule.id,
          came_heads: null,
          final: false,
          version: 1,
        })
        .execute();
    written += 1;
  }
  return written;
}

/** Which meals a person type may eat: one rule per type and meal, written over when set again. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

interface Rule {
  typeId: number;
  mealPeriodId: number;
  allowed: boolean | null;
  times: number | null;
  singleLimitFen: number | null;
}

type Chosen = { typeIds: number[]; mealPeriodIds: number[] } & Omit<Rule, 'typeId' | 'mealPeriodId'>;

/** How many rules one command may set. */
const most = 500;

async function nameOf(ctx: Ctx, table: 'person_type' | 'meal_period', id: number): Promise<string> {
  const row = await ctx.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

/** A rule as a clerk knows it: type and meal. */
export const ruleName = async (ctx: Ctx, typeId: number, mealPeriodId: number): Promise<string> =>
  `${await nameOf(ctx, 'person_type', typeId)} · ${await nameOf(ctx, 'meal_period', mealPeriodId)}`;

async function put(ctx: Ctx, rule: Rule): Promise<void> {
  const at = isoAt(ctx.clock.now());
  await sql`insert into person_type_meal
      (organization_id, id, type_id, meal_period_id, allowed, times, single_limit_fen, created_at, created_by, updated_at)
    values (${ownOrganization(ctx)}, ${await ctx.ids.next()}, ${rule.typeId}, ${rule.mealPeriodId},
      ${rule.allowed ?? true}, ${rule.times}, ${rule.singleLimitFen}, ${at}, ${ctx.session.accountId}, ${at})
    on conflict (organization_id, type_id, meal_period_id) do update set allowed = excluded.allowed,
      times = excluded.times, single_limit_fen = excluded.single_limit_fen, updated_at = excluded.updated_at,
      version = person_type_meal.version + 1`.execute(ctx.db);
  await ctx.audit({
    action: '设置餐次',
    targetName: await ruleName(ctx, rule.typeId, rule.mealPeriodId),
    changes: [{ key: 'allowed', label: '可就餐', before: null, after: rule.allowed ?? true }],
  });
}

/** 批量设置: every chosen type with every chosen meal. Refuses TOO_LARGE beyond 500 rules. */
export async function setTypeMeals(ctx: Ctx, { values }: ActionInput): Promise<Refusal | null> {
  const { typeIds, mealPeriodIds, ...rule } = values as unknown as Chosen;
  if (typeIds.length * mealPeriodIds.length > most) return refuse('TOO_LARGE', { limit: `一次 ${most} 条规则` });
  // In one order, so that two clerks who set the same rules do not wait for each other in a circle.
  for (const typeId of typeIds.toSorted((a, b) => a - b))
    for (const mealPeriodId of mealPeriodIds) await put(ctx, { typeId, mealPeriodId, ...rule });
  return null;
}

/** 允许就餐, 禁止就餐 of rules that stand. */
export const allowTypeMeals =
  (allowed: boolean) =>
  async (ctx: Ctx, { ids, rows }: ActionInput): Promise<null> => {
    await ctx.db
      .updateTable('person_type_meal')
      .set((eb) => ({ allowed, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
    for (const row of rows)
      await ctx.audit({
        action: allowed ? '允许就餐' : '禁止就餐',
        targetId: row.id,
        targetName: `${row.typeName} · ${row.mealPeriodName}`,
      });
    return null;
  };

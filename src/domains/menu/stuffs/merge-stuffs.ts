/** Merging duplicates: recipes and prices of some food-stuffs go over to another, then they are gone. */
import { sql } from 'kysely';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';

/** A dish whose recipe holds two of them cannot be merged without deciding the grams: the first such dish by name. */
async function heldTwice(ctx: Ctx, ids: readonly number[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select d.name from recipe_line l
    join dish_version v on v.organization_id = l.organization_id and v.id = l.version_id
    join dish d on d.organization_id = v.organization_id and d.id = v.dish_id
    where l.organization_id = ${ownOrganization(ctx)} and l.food_stuff_id = any(${ids}::bigint[])
    group by l.version_id, d.name having count(*) > 1 limit 1`.execute(ctx.db);
  return rows[0]?.name;
}

export async function refuseMerge(ctx: Ctx, ids: readonly number[], intoId: number): Promise<Refusal | undefined> {
  if (ids.includes(intoId)) return refuse('NO_CHANGE', { why: '不能合并到自己，请不要选中要合并到的食材' });
  const twice = await heldTwice(ctx, [...ids, intoId]);
  return twice ? refuse('NO_CHANGE', { why: `「${twice}」的配料里同时有其中两种，请先在配料里合成一行` }) : undefined;
}

export async function mergeOutcome(ctx: Ctx, ids: readonly number[]): Promise<Outcome> {
  const { rows } = await sql<{ dishes: number; prices: number }>`
    select (select count(distinct v.dish_id)::int from recipe_line l
        join dish_version v on v.organization_id = l.organization_id and v.id = l.version_id
        where l.organization_id = ${ownOrganization(ctx)} and l.food_stuff_id = any(${ids}::bigint[])) as dishes,
      (select count(*)::int from food_stuff_price p
        where p.organization_id = ${ownOrganization(ctx)} and p.food_stuff_id = any(${ids}::bigint[])) as prices`.execute(
    ctx.db,
  );
  const { dishes = 0, prices = 0 } = rows[0] ?? {};
  return {
    lines: [
      ['合并', `${ids.length} 种食材`],
      ['配料改动', `${dishes} 道菜品的配料改为合并后的食材`],
      ['价格', `${prices} 条价格并入，同一天已有价格的不覆盖`],
      ['注意', '合并后不能拆开；已发布的菜谱不受影响'],
    ],
  };
}

/** Moves lines and prices over and removes what is left. */
export async function mergeStuffs(ctx: Ctx, ids: readonly number[], intoId: number): Promise<Refusal | undefined> {
  const no = await refuseMerge(ctx, ids, intoId);
  if (no) return no;
  await ctx.db.updateTable('recipe_line').set({ food_stuff_id: intoId }).where('food_stuff_id', 'in', ids).execute();
  await sql`update food_stuff_price p set food_stuff_id = ${intoId}
    where p.organization_id = ${ownOrganization(ctx)} and p.id in (
      select distinct on (q.from_date) q.id from food_stuff_price q
      where q.organization_id = ${ownOrganization(ctx)} and q.food_stuff_id = any(${ids}::bigint[])
        and not exists (select 1 from food_stuff_price t where t.organization_id = q.organization_id
          and t.food_stuff_id = ${intoId} and t.from_date = q.from_date)
      order by q.from_date, q.created_at desc)`.execute(ctx.db);
  await ctx.db.deleteFrom('food_stuff').where('id', 'in', ids).execute();
  return undefined;
}

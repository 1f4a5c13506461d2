/** A recipe of the caterer's own from a day on: for goods it makes, or for a dish instead of the menu's. What has begun stands. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done, Values } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { BomRecipeRow } from '../tables.ts';
import { deepest, flatten, type OwnRecipe } from './flatten.ts';
import type spec from './pages/bom_recipe.page.ts';

type Subject = Pick<BomRecipeRow, 'kind' | 'goods_id' | 'organization_id' | 'dish_id' | 'lib_dish_id' | 'name'>;

const milli = (typed: number) => Math.round(typed * 1_000);

/** Whose recipe it is, by name. */
async function subjectOf(ctx: Ctx, values: Values<typeof spec.fields>): Promise<Subject | Refusal> {
  const none = { goods_id: null, organization_id: null, dish_id: null, lib_dish_id: null };
  if (values.kind === 'GOODS') {
    const goods = await ctx.db
      .selectFrom('goods')
      .select(['id', 'name', 'tracked', 'shelf_days'])
      .where('id', '=', values.goodsId!)
      .executeTakeFirstOrThrow();
    if (values.kept && (!goods.tracked || goods.shelf_days === null))
      return refuse(purchaseRefusals.MAKE_SHELF, { goods: goods.name }, { kept: '须按批次管理并填保质期' });
    return { ...none, kind: 'GOODS', goods_id: goods.id, name: goods.name };
  }
  const dish = await ctx.db
    .selectFrom('dish')
    .select(['id', 'name', 'organization_id', 'lib_dish_id'])
    .where('id', '=', values.dishId!)
    .executeTakeFirstOrThrow();
  if (values.kind === 'DISH')
    return { ...none, kind: 'DISH', organization_id: dish.organization_id, dish_id: dish.id, name: dish.name };
  if (dish.lib_dish_id === null)
    return refuse(purchaseRefusals.BOM_LIBRARY, { dish: dish.name }, { dishId: '没有对应平台菜品' });
  return { ...none, kind: 'LIBRARY', lib_dish_id: dish.lib_dish_id, name: dish.name };
}

/** Takes all made goods apart anew; refused where a chain goes round or too deep. */
async function flattenAll(ctx: Ctx): Promise<null | Refusal> {
  const recipes = await ctx.db
    .selectFrom('bom_recipe')
    .select(['id', 'goods_id', 'from_date', 'made_milli', 'kept'])
    .where('kind', '=', 'GOODS')
    .orderBy('id')
    .execute();
  const parts = await ctx.db
    .selectFrom('bom_recipe_part')
    .select(['recipe_id', 'goods_id', 'qty_milli'])
    .where('recipe_id', 'in', [0, ...recipes.map(({ id }) => id)])
    .orderBy('goods_id')
    .execute();
  const of = Map.groupBy(parts, ({ recipe_id }) => recipe_id);
  const all: OwnRecipe[] = recipes.map((one) => ({
    goodsId: one.goods_id!,
    fromDate: one.from_date,
    madeMilli: one.made_milli,
    kept: one.kept,
    parts: (of.get(one.id) ?? []).map((part) => ({ goodsId: part.goods_id, qtyMilli: part.qty_milli })),
  }));
  const flat = flatten(all);
  if (!Array.isArray(flat)) {
    const named = await ctx.db.selectFrom('goods').select(['id', 'name']).where('id', 'in', flat.chain).execute();
    const name = new Map(named.map((one) => [one.id, one.name]));
    const chain = flat.chain.map((id) => `「${name.get(id)}」`).join(' → ');
    return flat.why === 'ROUND'
      ? refuse(purchaseRefusals.BOM_ROUND, { chain })
      : refuse(purchaseRefusals.BOM_DEEP, { chain, most: deepest });
  }
  const contractorId = ownContractor(ctx);
  const tx = sqlOf(ctx.db);
  await tx.query('delete from bom_flat where contractor_id = $1', [contractorId]);
  await tx.query(
    `insert into bom_flat (contractor_id, goods_id, since, until, part_id, part_num, part_den, kept)
     select $1, * from unnest($2::bigint[], $3::date[], $4::date[], $5::bigint[], $6::numeric[], $7::numeric[], $8::boolean[])`,
    [
      contractorId,
      flat.map(({ goodsId }) => goodsId),
      flat.map(({ since }) => since),
      flat.map(({ until }) => until),
      flat.map(({ partId }) => partId),
      flat.map(({ num }) => String(num)),
      flat.map(({ den }) => String(den)),
      flat.map(({ kept }) => kept),
    ],
  );
  return null;
}

async function write(
  ctx: Ctx,
  subject: Subject,
  {
    fromDate,
    madeMilli,
    note,
    parts,
    kept = false,
  }: {
    fromDate: string;
    madeMilli: number;
    note: string;
    kept?: boolean;
    parts: readonly { goodsId: number; qty: number }[];
  },
): Promise<{ id: number } | Refusal> {
  const today = dateAt(ctx.clock.now());
  if (fromDate < today) return refuse(purchaseRefusals.BOM_PAST, { today }, { fromDate: `不能早于 ${today}` });
  const contractorId = ownContractor(ctx);
  // Two who write recipes wait for each other: what is made of what is one question.
  await sqlOf(ctx.db).query('select pg_advisory_xact_lock(742011827, hashtext($1::text))', [contractorId]);
  // What was to begin on the same day gives way.
  await ctx.db
    .deleteFrom('bom_recipe')
    .where('kind', '=', subject.kind)
    .where('from_date', '=', fromDate)
    .where((eb) =>
      eb.or([
        eb('goods_id', '=', subject.goods_id),
        eb('dish_id', '=', subject.dish_id),
        eb('lib_dish_id', '=', subject.lib_dish_id),
      ]),
    )
    .execute();
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('bom_recipe')
    .values({
      contractor_id: contractorId,
      id,
      ...subject,
      made_milli: madeMilli,
      part_count: parts.length,
      kept,
      from_date: fromDate,
      note,
      created_at: now,
      created_by: ctx.session.accountId,
      updated_at: now,
      version: 1,
    })
    .execute();
  if (parts.length > 0)
    await ctx.db
      .insertInto('bom_recipe_part')
      .values(
        parts.map(({ goodsId, qty }) => ({
          contractor_id: contractorId,
          recipe_id: id,
          goods_id: goodsId,
          qty_milli: milli(qty),
        })),
      )
      .execute();
  const no = subject.kind === 'GOODS' ? await flattenAll(ctx) : null;
  if (no) return no;
  const what = parts.length === 0 ? '改回' : '新增';
  await ctx.audit({ action: what, targetId: id, targetName: `${subject.name} ${fromDate} 起` });
  return { id };
}

export async function saveRecipe(ctx: Ctx, values: Values<typeof spec.fields>): Promise<{ id: number } | Refusal> {
  const subject = await subjectOf(ctx, values);
  if (isRefusal(subject)) return subject;
  return write(ctx, subject, {
    fromDate: values.fromDate!,
    madeMilli: milli(values.made!),
    note: values.note ?? '',
    kept: values.kind === 'GOODS' && values.kept === true,
    parts: values.lines as unknown as readonly { goodsId: number; qty: number }[],
  });
}

const rowsOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db.selectFrom('bom_recipe').selectAll().where('id', 'in', ids).orderBy('id').execute();

/** From a day on the goods are bought as they are, the dish by the menu's recipe. */
export async function giveUpRecipe(ctx: Ctx, { ids, values }: ActionInput): Promise<Done | Refusal> {
  for (const { kind, goods_id, organization_id, dish_id, lib_dish_id, name } of await rowsOf(ctx, ids)) {
    const subject = { kind, goods_id, organization_id, dish_id, lib_dish_id, name };
    const done = await write(ctx, subject, {
      fromDate: String(values.fromDate),
      madeMilli: 1_000,
      note: '',
      parts: [],
    });
    if (isRefusal(done)) return done;
  }
  return null;
}

/** One that has not begun yet is taken away. */
export async function withdrawRecipe(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const today = dateAt(ctx.clock.now());
  for (const one of await rowsOf(ctx, ids)) {
    await ctx.db.deleteFrom('bom_recipe').where('id', '=', one.id).where('from_date', '>', today).execute();
    await ctx.audit({ action: '撤回', targetId: one.id, targetName: `${one.name} ${one.from_date} 起` });
  }
  return flattenAll(ctx);
}

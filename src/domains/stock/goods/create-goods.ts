/** A new article of the master, by its form or copied from the platform's library. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { checkGoods, saveParts } from './goods-rules.ts';
import { goods } from './pages/goods.page.ts';

export type GoodsValues = Values<typeof goods.fields>;

export const goodsCrud = tableCrud(goods, {
  table: 'goods',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  unique: { goods_code: 'code', goods_barcode: 'barcode' },
  skip: ['units', 'attributes'],
  check: checkGoods,
  after: saveParts,
});

/** W00012: the next after the highest of its kind. Whoever makes another card at this moment waits for this one and counts on. */
async function nextCode(ctx: Ctx): Promise<string> {
  await sqlOf(ctx.db).query('select pg_advisory_xact_lock(742011859, hashtext($1::text))', [ownContractor(ctx)]);
  const { last } = await ctx.db
    .selectFrom('goods')
    .select(sql<number | null>`max(substr(code, 2)::int) filter (where code ~ '^W[0-9]{5}$')`.as('last'))
    .executeTakeFirstOrThrow();
  return `W${String((last ?? 0) + 1).padStart(5, '0')}`;
}

export const createGoods = async (ctx: Ctx, values: GoodsValues): Promise<{ id: number } | Refusal> =>
  goodsCrud.create(ctx, { ...values, code: values.code || (await nextCode(ctx)) });

/** The article of a library good: the one that has its barcode already, or a new one. */
export async function copyGoods(
  ctx: Ctx,
  baseGoodId: number,
  values: GoodsValues,
): Promise<{ id: number; found: boolean } | Refusal> {
  const there = values.barcode
    ? await ctx.db.selectFrom('goods').select('id').where('barcode', '=', values.barcode).executeTakeFirst()
    : undefined;
  const made = there ?? (await createGoods(ctx, { units: null, attributes: null, ...values }));
  if (isRefusal(made)) return made;
  await ctx.db.updateTable('goods').set({ base_good_id: baseGoodId }).where('id', '=', made.id).execute();
  return { id: made.id, found: there !== undefined };
}

/** Takes over what the library says now. */
export async function changeGoods(ctx: Ctx, id: number, values: GoodsValues): Promise<Refusal | undefined> {
  const row = await ctx.db.selectFrom('goods').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const before = {
    id,
    version: row.version,
    name: row.name,
    spec: row.spec,
    barcode: row.barcode,
    image: row.image,
    shelfDays: row.shelf_days,
  };
  const no = await goodsCrud.update(ctx, id, values, before);
  return isRefusal(no) ? no : undefined;
}

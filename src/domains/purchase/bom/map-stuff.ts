/** Says what a food-stuff of the library is bought as from a day on: every dish that has it follows. */
import type { Outcome } from '../../../kit/define/page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { idsNamed } from '../../../kit/server/jobs/import/ids-named.ts';
import type { ActionInput, Done, ImportBinding } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';
import { foreseeMap } from './foresee-map.ts';

export interface Mapped {
  libStuffId: number;
  goodsId: number;
  /** Milligrams of the food-stuff in one base unit of the goods. */
  perBaseMg: number;
  fromDate: string;
}

export async function writeMap(ctx: Ctx, mapped: readonly Mapped[]): Promise<void> {
  const at = isoAt(ctx.clock.now());
  for (const one of mapped)
    await ctx.db
      .insertInto('bom_map')
      .values({
        contractor_id: ownContractor(ctx),
        id: await ctx.ids.next(),
        lib_stuff_id: one.libStuffId,
        goods_id: one.goodsId,
        per_base_mg: one.perBaseMg,
        from_date: one.fromDate,
        made_at: at,
        made_name: ctx.session.name,
      })
      .onConflict((conflict) =>
        conflict
          .constraint('bom_map_day')
          .doUpdateSet({ goods_id: one.goodsId, per_base_mg: one.perBaseMg, made_at: at, made_name: ctx.session.name }),
      )
      .execute();
}

const perBaseMg = (grams: unknown) => Math.round(Number(grams) * 1_000);

/** The library's food-stuffs behind lines of recipes. */
async function stuffsOf(ctx: Ctx, lineIds: readonly number[]): Promise<number[] | Refusal> {
  const stuffs = await ctx.db
    .selectFrom('recipe_line as l')
    .innerJoin('food_stuff as s', (on) =>
      on.onRef('s.organization_id', '=', 'l.organization_id').onRef('s.id', '=', 'l.food_stuff_id'),
    )
    .select(['s.name', 's.lib_id'])
    .where('l.id', 'in', lineIds)
    .orderBy('s.name')
    .execute();
  const foreign = stuffs.find(({ lib_id }) => lib_id === null);
  return foreign ? refuse(purchaseRefusals.MAP_STUFF, { stuff: foreign.name }) : stuffs.map(({ lib_id }) => lib_id!);
}

export async function mapStuff(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const { goodsId, grams, fromDate } = values as { goodsId: number; grams: number; fromDate: string };
  const today = dateAt(ctx.clock.now());
  if (fromDate < today) return refuse(purchaseRefusals.BOM_PAST, { today }, { fromDate: `不能早于 ${today}` });
  const stuffs = await stuffsOf(ctx, ids);
  if (isRefusal(stuffs)) return stuffs;
  await writeMap(
    ctx,
    stuffs.map((libStuffId) => ({ libStuffId, goodsId, perBaseMg: perBaseMg(grams), fromDate })),
  );
  for (const row of rows) await ctx.audit({ action: '配商品', targetId: row.id, targetName: String(row.stuffName) });
  return null;
}

export async function mapOutcome(ctx: Ctx, { ids, values }: ActionInput): Promise<Outcome | Refusal> {
  const stuffs = await stuffsOf(ctx, ids);
  return isRefusal(stuffs) ? stuffs : foreseeMap(ctx, stuffs, values as unknown as Parameters<typeof foreseeMap>[2]);
}

/** A mapping gives way to the one before it: one that has not begun goes, what holds already is followed by the earlier from today on. */
export async function mapBack(ctx: Ctx, { ids, rows }: ActionInput): Promise<Done | Refusal> {
  const today = dateAt(ctx.clock.now());
  const one = await ctx.db.selectFrom('bom_map').selectAll().where('id', '=', ids[0]!).forUpdate().executeTakeFirst();
  if (!one) return refuse('NOT_FOUND');
  const name = String(rows[0]!.stuffName);
  const before = await ctx.db
    .selectFrom('bom_map')
    .selectAll()
    .where('lib_stuff_id', '=', one.lib_stuff_id)
    .where('from_date', '<', one.from_date)
    .orderBy('from_date', 'desc')
    .executeTakeFirst();
  if (one.from_date >= today) await ctx.db.deleteFrom('bom_map').where('id', '=', one.id).execute();
  else if (!before) return refuse('NOT_NOW', { why: `「${name}」以前没有配过别的商品` });
  else
    await writeMap(ctx, [
      {
        libStuffId: one.lib_stuff_id,
        goodsId: before.goods_id,
        perBaseMg: before.per_base_mg,
        fromDate: today,
      },
    ]);
  await ctx.audit({ action: '改回原来的商品', targetId: one.id, targetName: name });
  return null;
}

/** Food-stuffs of the library by what a sheet calls them, their name or their code; a name that several have is none's. */
async function stuffsCalled(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ called: string; id: number }>(
    `select called, min(id) as id from (select a.called, s.id from unnest($1::text[]) a (called)
       join lib_food_stuff s on s.code = a.called or s.name = a.called) f group by called having count(distinct id) = 1`,
    [names],
  );
  return new Map(rows.map(({ called, id }) => [called, id]));
}
const called = (values: Readonly<Record<string, unknown>>) => String(values.stuffName).trim();

export const importMap: ImportBinding = {
  check: async (ctx, rows) => {
    const known = await stuffsCalled(
      ctx,
      rows.map(({ values }) => called(values)),
    );
    const today = dateAt(ctx.clock.now());
    return new Map(
      rows.flatMap(({ rowNo, values }) => {
        const wrong = {
          ...(known.has(called(values)) ? {} : { stuffName: '平台食材库里没有，或有几种同名，请填编码' }),
          ...(String(values.fromDate) < today ? { fromDate: `不能早于今天 ${today}` } : {}),
        };
        return Object.keys(wrong).length > 0 ? [[rowNo, wrong] as const] : [];
      }),
    );
  },
  resolve: async (ctx, _field, names) => {
    const found = await ctx.db
      .selectFrom('goods')
      .select(['id', 'name', 'code'])
      .where((eb) => eb.or([eb('name', 'in', names), eb('code', 'in', names)]))
      .where('status', '=', 'NORMAL')
      .orderBy('id')
      .execute();
    return idsNamed(found);
  },
  commit: async (ctx, rows) => {
    const known = await stuffsCalled(
      ctx,
      rows.map(({ values }) => called(values)),
    );
    await writeMap(
      ctx,
      rows.map(({ values }) => ({
        libStuffId: known.get(called(values))!,
        goodsId: Number(values.goodsId),
        perBaseMg: perBaseMg(values.grams),
        fromDate: String(values.fromDate),
      })),
    );
    await ctx.audit({ action: '导入食材配商品', targetName: `${rows.length} 种` });
    return new Map();
  },
};

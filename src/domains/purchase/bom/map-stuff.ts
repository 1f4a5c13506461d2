/** Says what a food-stuff of the library is bought as from a day on: every dish that has it follows. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';

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

export async function mapStuff(ctx: Ctx, { ids, values, rows }: ActionInput): Promise<Done | Refusal> {
  const { goodsId, grams, fromDate } = values as { goodsId: number; grams: number; fromDate: string };
  const today = isoAt(ctx.clock.now()).slice(0, 10);
  if (fromDate < today) return refuse(purchaseRefusals.BOM_PAST, { today }, { fromDate: `不能早于 ${today}` });
  const stuffs = await ctx.db
    .selectFrom('recipe_line as l')
    .innerJoin('food_stuff as s', (on) =>
      on.onRef('s.organization_id', '=', 'l.organization_id').onRef('s.id', '=', 'l.food_stuff_id'),
    )
    .select(['s.name', 's.lib_id'])
    .where('l.id', 'in', ids)
    .orderBy('s.name')
    .execute();
  const foreign = stuffs.find(({ lib_id }) => lib_id === null);
  if (foreign) return refuse(purchaseRefusals.MAP_STUFF, { stuff: foreign.name });
  await writeMap(
    ctx,
    stuffs.map(({ lib_id }) => ({ libStuffId: lib_id!, goodsId, perBaseMg: Math.round(grams * 1_000), fromDate })),
  );
  for (const row of rows) await ctx.audit({ action: '配商品', targetId: row.id, targetName: String(row.stuffName) });
  return null;
}

/** To-dos by hand: dishes of a meal that has no menu, and 加一批 of a dish that was made again. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { unweighed } from '../desk/unweighed.ts';
import { readRuling } from '../rules/read-rules.ts';
import '../tables.ts';
import { ruledBy, sampleNoOf } from './make-todos.ts';

export interface Added {
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  dishes: readonly {
    name: string;
    typeId: number | null;
    dishId?: number | null;
    menuItemId?: number | null;
    batch?: number;
  }[];
}

/** SAMPLE_KNOWN names the dish that is there in its batch already. */
export async function addSamples(ctx: Ctx, added: Added): Promise<number[] | Refusal> {
  const organizationId = ownOrganization(ctx);
  const nowMs = ctx.clock.now();
  const ruling = await readRuling(sqlOf(ctx.db), organizationId, nowMs);
  const ids = await ctx.ids.take(added.dishes.length);
  const at = isoAt(nowMs);
  for (const [i, dish] of added.dishes.entries()) {
    const { columns } = ruledBy(ruling, added.mealPeriodId, dish.typeId, added.diningDate);
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto('sample')
      .values({
        organization_id: organizationId,
        id: ids[i]!,
        sample_no: sampleNoOf(added.diningDate, ids[i]!),
        dining_date: added.diningDate,
        meal_period_id: added.mealPeriodId,
        restaurant_id: added.restaurantId,
        menu_item_id: dish.menuItemId ?? null,
        dish_id: dish.dishId ?? null,
        dish_type_id: dish.typeId,
        dish_name: dish.name,
        batch: dish.batch ?? 1,
        ...columns,
        status: 'TO_SAMPLE',
        sealed_from: null,
        ...unweighed,
        removed_at: null,
        remover_id: null,
        remover_name: '',
        witness_name: '',
        remove_reason: null,
        early: false,
        exempt_reason: '',
        exempt_by: null,
        created_at: at,
        updated_at: at,
        version: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      return refuse(
        'SAMPLE_KNOWN',
        { dish: dish.name, batch: dish.batch ?? 1 },
        { dishes: `「${dish.name}」已在这一餐` },
      );
  }
  await ctx.audit({
    action: '登记留样',
    ...(ids.length === 1 ? { targetId: ids[0]! } : {}),
    targetName: `${added.diningDate} ${added.dishes.map((dish) => dish.name).join('、')}`.slice(0, 200),
  });
  return ids;
}

/** 加一批 of a sample's dish: the next batch of the same meal. */
export async function addBatch(ctx: Ctx, id: number): Promise<number[] | Refusal> {
  const sample = await ctx.db.selectFrom('sample').selectAll().where('id', '=', id).executeTakeFirst();
  if (!sample) return refuse('NOT_FOUND');
  const last = await ctx.db
    .selectFrom('sample')
    .select((eb) => eb.fn.max('batch').as('batch'))
    .where('dining_date', '=', sample.dining_date)
    .where('meal_period_id', '=', sample.meal_period_id)
    .where('restaurant_id', '=', sample.restaurant_id)
    .where('dish_name', '=', sample.dish_name)
    .executeTakeFirstOrThrow();
  return addSamples(ctx, {
    diningDate: sample.dining_date,
    mealPeriodId: sample.meal_period_id,
    restaurantId: sample.restaurant_id,
    dishes: [
      {
        name: sample.dish_name,
        typeId: sample.dish_type_id,
        dishId: sample.dish_id,
        menuItemId: sample.menu_item_id,
        batch: last.batch + 1,
      },
    ],
  });
}

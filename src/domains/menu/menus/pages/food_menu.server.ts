/** Server side of 菜谱管理（V1） and of the dishes in a menu's record. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { foreseeStop } from '../../sales/foresee-stop.ts';
import { changeItems } from '../change-item.ts';
import { publishMenus, publishOutcome } from '../publish.ts';
import { refuseCells } from '../read-bodies.ts';
import { removeMenu } from '../remove-menu.ts';
import { type Cell, type CellItem, saveCells } from '../save-cells.ts';
import { moveMenus } from '../steps.ts';
import { withdrawalOutcome } from '../withdrawal.ts';
import { foodMenu, foodMenuItem } from './food_menu.page.ts';

type MenuValues = Values<typeof foodMenu.fields>;

const itemsOf = (rows: MenuValues['items']): CellItem[] =>
  (rows ?? []).map((row) => ({
    dishId: row.dishId!,
    priceFen: row.priceFen ?? 0,
    planQty: row.planQty ?? 0,
    orderLimit: row.orderLimit ?? null,
    limitPerPerson: row.limitPerPerson ?? null,
    cookName: row.cookName ?? '',
    needSample: row.needSample ?? true,
  }));

/** Writes one menu; a slot that is taken, locked or changed meanwhile is refused by its words. */
async function saveOne(ctx: Ctx, cell: Cell) {
  const no = await refuseCells(ctx, [cell]);
  if (no) return no;
  const { unwritten } = await saveCells(ctx, [cell]);
  return unwritten[0]
    ? refuse('MENU_LOCKED', { menu: `${cell.date} 的菜谱`, state: unwritten[0].why, action: '保存' })
    : undefined;
}

const move =
  (event: 'submit' | 'recall' | 'withdraw') =>
  (ctx: Ctx, { ids, values, rows }: ActionInput) =>
    moveMenus(ctx, event, ids, values, rows);

const menus = bind(foodMenu, {
  list: over(foodMenu, 'food_menu as m', {
    inner: ['mealPeriodId as p', 'restaurantId as r'],
    maker: 'm.maker_id',
    columns: {
      items: sql`(select json_agg(json_build_object('dishId', i.dish_id, 'dishName', d.name, 'priceFen', i.price_fen,
          'planQty', i.plan_qty, 'orderLimit', i.order_limit, 'limitPerPerson', i.limit_per_person, 'cookName', i.cook_name,
          'needSample', i.need_sample) order by i.sort)
        from food_menu_item i join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
        where i.organization_id = m.organization_id and i.menu_id = m.id)`,
      dishCount: sql`(select count(*)::int from food_menu_item i where i.organization_id = m.organization_id and i.menu_id = m.id)`,
      dishNames: sql`(select string_agg(coalesce(i.dish_name, d.name), '、' order by i.sort) from food_menu_item i
        join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
        where i.organization_id = m.organization_id and i.menu_id = m.id)`,
      planQty: sql`(select coalesce(sum(i.plan_qty), 0)::int from food_menu_item i
        where i.organization_id = m.organization_id and i.menu_id = m.id)`,
    },
  }),
  create: async (ctx, values) => {
    const cell: Cell = {
      restaurantId: values.restaurantId!,
      mealPeriodId: values.mealPeriodId!,
      date: values.menuDate!,
      version: null,
      items: itemsOf(values.items),
    };
    if (cell.items.length === 0) return refuse('INVALID_FIELDS', { detail: '至少一道菜品' }, { items: '至少一道菜品' });
    const no = await saveOne(ctx, cell);
    if (no) return no;
    const made = await ctx.db
      .selectFrom('food_menu')
      .select('id')
      .where('restaurant_id', '=', cell.restaurantId)
      .where('menu_date', '=', cell.date)
      .where('meal_period_id', '=', cell.mealPeriodId)
      .executeTakeFirstOrThrow();
    return { id: made.id };
  },
  update: async (ctx, _id, values, before) =>
    saveOne(ctx, {
      restaurantId: before.restaurantId as number,
      mealPeriodId: before.mealPeriodId as number,
      date: before.menuDate as string,
      version: before.version as number,
      items: itemsOf(values.items === undefined ? (before.items as MenuValues['items']) : values.items),
    }),
  remove: removeMenu,
  actions: {
    submit: move('submit'),
    recall: move('recall'),
    withdraw: move('withdraw'),
    // The dialog told what needs looking at: pressing the button is looking at it.
    publish: async (ctx, { ids }) => (await publishMenus(ctx, ids, true)) ?? null,
  },
  outcomes: {
    publish: (ctx, { ids }) => publishOutcome(ctx, ids),
    withdraw: (ctx, { ids }) => withdrawalOutcome(ctx, ids),
  },
});

/** What the small dialogs ask; what they leave out stays as it is. */
const asked = (values: ActionInput['values']) => {
  const { status, orderLimit, priceFen } = values as {
    status?: 'SOLD_OUT' | 'STOPPED';
    orderLimit?: number | null;
    priceFen?: number | null;
  };
  return { status, orderLimit, priceFen: priceFen ?? undefined };
};

const items = bind(foodMenuItem, {
  list: over(
    foodMenuItem,
    'food_menu_item as i',
    {
      inner: ['dishId as d'],
      columns: { dishName: sql`coalesce(i.dish_name, d.name)`, menuStatus: 'm.status' },
    },
    (from) =>
      from.innerJoin('food_menu as m', (on) =>
        on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
      ),
  ),
  outcomes: { stop: (ctx, { ids, values }) => foreseeStop(ctx, ids, values.status) },
  actions: {
    stop: (ctx, { ids, values }) => changeItems(ctx, ids, asked(values)),
    resume: (ctx, { ids }) => changeItems(ctx, ids, { status: 'ON' }),
    limit: (ctx, { ids, values }) => changeItems(ctx, ids, asked(values)),
  },
});

export default [menus, items];

/** Server side of the week grid and of templates and cycles. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseLine } from '../../../../kit/server/page/values.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { keepAsCycle, writeCycleCells } from '../../cycles/save-cycle.ts';
import { endLink, giveLink, readLinks } from '../../notice/menu-link.ts';
import { foreseeStop } from '../../sales/foresee-stop.ts';
import { importWeek, weekFile } from '../../sheets/import-week.ts';
import { changeItem } from '../change-item.ts';
import { applyCycle, copyWeek } from '../lay-over.ts';
import { lookAtMenus, publishMenus } from '../publish.ts';
import { bodies, refuseCells } from '../read-bodies.ts';
import { saveCells } from '../save-cells.ts';
import { moveMenus } from '../steps.ts';
import { readWeek } from '../week.ts';
import { lookAtWithdrawal } from '../withdrawal.ts';
import { foodMenuV2, menuCycle } from './food_menu_v2.page.ts';

/** A restaurant of the unit, or NOT_FOUND. */
async function refusePlace(ctx: Ctx, restaurantId: number | null) {
  if (restaurantId === null) return undefined;
  const found = await ctx.db.selectFrom('restaurant').select('id').where('id', '=', restaurantId).executeTakeFirst();
  return found ? undefined : refuse('NOT_FOUND');
}

const move = (event: 'submit' | 'recall') => withBody(bodies.ids, (ctx, { ids }) => moveMenus(ctx, event, ids));

const week = bind(foodMenuV2, {
  verbs: {
    week: withBody(bodies.week, (ctx, { date }) => readWeek(ctx, date)),
    look: withBody(bodies.ids, (ctx, { ids }) => lookAtMenus(ctx, ids)),
    save: withBody(bodies.save, async (ctx, { cells }) => (await refuseCells(ctx, cells)) ?? saveCells(ctx, cells)),
    publish: withBody(bodies.publish, async (ctx, { ids, agreed }) => (await publishMenus(ctx, ids, agreed)) ?? null),
    submit: move('submit'),
    recall: move('recall'),
    withdraw: withBody(bodies.withdraw, (ctx, { ids, reason }) => moveMenus(ctx, 'withdraw', ids, { reason })),
    withdrawLook: withBody(bodies.ids, (ctx, { ids }) => lookAtWithdrawal(ctx, ids)),
    copyLook: withBody(
      bodies.copy,
      async (ctx, order) => (await refusePlace(ctx, order.restaurantId)) ?? copyWeek(ctx, order, false),
    ),
    copy: withBody(
      bodies.copy,
      async (ctx, order) => (await refusePlace(ctx, order.restaurantId)) ?? copyWeek(ctx, order, true),
    ),
    applyLook: withBody(
      bodies.apply,
      async (ctx, order) => (await refusePlace(ctx, order.restaurantId)) ?? applyCycle(ctx, order, false),
    ),
    apply: withBody(
      bodies.apply,
      async (ctx, order) => (await refusePlace(ctx, order.restaurantId)) ?? applyCycle(ctx, order, true),
    ),
    importWeekLook: withBody(bodies.importWeek, (ctx, order) => importWeek(ctx, order, false)),
    importWeek: withBody(bodies.importWeek, (ctx, order) => importWeek(ctx, order, true)),
    weekFile: withBody(bodies.weekFile, (ctx, asked) => weekFile(ctx, asked)),
    template: withBody(
      bodies.template,
      async (ctx, order) => (await refusePlace(ctx, order.restaurantId)) ?? keepAsCycle(ctx, order),
    ),
    stopLook: withBody(bodies.stop, (ctx, { id, status }) => foreseeStop(ctx, [id], status)),
    item: withBody(bodies.item, async (ctx, change) => (await changeItem(ctx, change)) ?? null),
    links: async (ctx) => ({ links: await readLinks(ctx) }),
    link: withBody(bodies.link, (ctx, { restaurantId, untilDate }) => giveLink(ctx, restaurantId, untilDate)),
    endLink: withBody(bodies.endLink, (ctx, { restaurantId }) => endLink(ctx, restaurantId)),
  },
  bodies: { links: nothing },
  reads: ['week', 'look', 'withdrawLook', 'stopLook', 'copyLook', 'applyLook', 'importWeekLook', 'weekFile', 'links'],
});

type CycleValues = Values<typeof menuCycle.fields>;

const crud = tableCrud(menuCycle, {
  table: 'menu_cycle',
  unique: { menu_cycle_name: 'name' },
  skip: ['cells'],
  check: (_ctx, values, before) => {
    const all = { ...before, ...values } as CycleValues;
    const late = (all.cells ?? []).findIndex((cell) => cell.weekNo! > all.weeks!);
    return late < 0 ? undefined : refuseLine(menuCycle.fields, 'cells', late, 'weekNo', `不能超过 ${all.weeks} 周`);
  },
  after: async (ctx, id, { cells }) => {
    if (cells !== undefined)
      await writeCycleCells(
        ctx,
        id,
        (cells ?? []).map((cell) => ({
          weekNo: cell.weekNo!,
          weekday: Number(cell.weekday),
          mealPeriodId: cell.mealPeriodId!,
          dishId: cell.dishId!,
          priceFen: cell.priceFen ?? null,
          planQty: cell.planQty ?? null,
        })),
      );
    return undefined;
  },
});

const cycles = bind(menuCycle, {
  list: over(menuCycle, 'menu_cycle as c', {
    columns: {
      cells: sql`(select json_agg(json_build_object('weekNo', e.week_no, 'weekday', e.weekday::text, 'mealPeriodId', e.meal_period_id,
          'dishId', e.dish_id, 'priceFen', e.price_fen, 'planQty', e.plan_qty) order by e.week_no, e.weekday, e.meal_period_id, e.sort)
        from menu_cycle_cell e where e.organization_id = c.organization_id and e.cycle_id = c.id)`,
      cellCount: sql`(select count(*)::int from menu_cycle_cell e where e.organization_id = c.organization_id and e.cycle_id = c.id)`,
    },
  }),
  ...crud,
  actions: onOff('menu_cycle'),
  options: named('menu_cycle', { hint: `t.weeks || ' 周'`, offered: `t.status = 'NORMAL'` }),
});

export default [week, cycles];

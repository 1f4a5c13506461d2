/**
 * The kitchen cannot make a dish of a published menu: nobody orders it any more, and who has ordered it gets another one that is
 * not dearer, or his money for it back. Each order is changed by itself; what stops half way is gone on with by asking again.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { auditWith } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { changeItem } from '../../menu/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import { cancelOrder } from './cancel-order.ts';
import { dropLines, substituteLine } from './change-order.ts';
import { handOf, toldAs } from './order-desk.ts';
import type { Order } from './order-store.ts';
import { liveOrders } from './order-words.ts';

/** A dish of a published menu. */
export interface DishOnMenu {
  menuItemId: number;
  menuId: number;
  dishId: number;
  name: string;
  priceFen: number;
  orderLimit: number | null;
  allergens: readonly string[];
  status: string;
}

export interface Shortage {
  dish: DishOnMenu;
  substitute: DishOnMenu | undefined;
}

async function dishOf(ctx: Ctx, id: number): Promise<DishOnMenu | undefined> {
  const { rows } = await sqlOf(ctx.db).query<DishOnMenu>(
    `select i.id as "menuItemId", i.menu_id as "menuId", i.dish_id as "dishId", coalesce(i.dish_name, '') as name,
       i.price_fen as "priceFen", i.order_limit as "orderLimit", coalesce(i.allergens, '{}') as allergens, i.status
     from food_menu_item i join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
     where i.organization_id = $1 and i.id = $2 and m.status = 'PUBLISHED'`,
    [ownOrganization(ctx), id],
  );
  return rows[0];
}

/** SUBSTITUTE names what is wrong with the other dish: of another meal, not on sale, dearer. */
export async function readShortage(
  ctx: Ctx,
  menuItemId: number,
  substituteId: number | null,
): Promise<Shortage | Refusal> {
  const dish = await dishOf(ctx, menuItemId);
  if (!dish) return refuse('NOT_FOUND');
  if (substituteId === null) return { dish, substitute: undefined };
  const substitute = await dishOf(ctx, substituteId);
  const no = (why: string) =>
    refuse(orderingRefusals.SUBSTITUTE, { dish: substitute?.name ?? '', why }, { substituteId: why });
  if (substitute?.menuId !== dish.menuId || substituteId === menuItemId) return no('须是同一餐、同一餐厅的另一道菜');
  if (substitute.status !== 'ON') return no('已停售');
  if (substitute.priceFen > dish.priceFen) return no(`比「${dish.name}」贵，只能换成不更贵的`);
  return { dish, substitute };
}

interface Affected {
  id: number;
  qty: number;
  priceFen: number;
  /** Lines of the order that are other dishes. */
  others: number;
  amountFen: number;
  feeFen: number;
  /** The diner is allergic to what the substitute holds. */
  allergic: boolean;
}

async function affectedBy(ctx: Ctx, { dish, substitute }: Shortage): Promise<Affected[]> {
  const { rows } = await sqlOf(ctx.db).query<Affected>(
    `select o.id, sum(x.qty)::int as qty, max(x.price_fen)::bigint as "priceFen", o.amount_fen as "amountFen",
       o.fee_fen as "feeFen", coalesce(p.allergens && $4::text[], false) as allergic,
       (select count(*)::int from meal_order_item y where y.organization_id = o.organization_id and y.order_id = o.id
          and y.revision = o.revision and y.menu_item_id is distinct from $2) as others
     from meal_order o
     join meal_order_item x on x.organization_id = o.organization_id and x.order_id = o.id and x.revision = o.revision
     join person p on p.organization_id = o.organization_id and p.id = o.person_id
     where o.organization_id = $1 and x.menu_item_id = $2 and o.status = any($3::text[]) and o.status <> 'DELIVERING'
     group by o.organization_id, o.id, p.allergens order by o.ordered_at, o.id`,
    [ownOrganization(ctx), dish.menuItemId, liveOrders, substitute?.allergens ?? []],
  );
  return rows;
}

const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

/** What will be done, by the orders of now; nothing is written. */
export async function foreseeShortage(ctx: Ctx, shortage: Shortage): Promise<Outcome> {
  const { dish, substitute } = shortage;
  const all = await affectedBy(ctx, shortage);
  if (all.length === 0) return { lines: [['订单', `还没有人订「${dish.name}」，只停售`]] };
  const gets = substitute === undefined ? [] : all.filter((one) => !one.allergic);
  const back = all.filter((one) => !gets.includes(one));
  const lighter = back.filter((one) => one.others > 0);
  const whole = back.filter((one) => one.others === 0);
  const allergic = substitute === undefined ? 0 : back.length;
  const sum = (list: readonly Affected[], of: (one: Affected) => number) =>
    list.reduce((total, one) => total + of(one), 0);
  const difference = sum(gets, (one) => one.qty * Math.max(0, one.priceFen - (substitute?.priceFen ?? 0)));
  const returned = sum(lighter, (one) => one.qty * one.priceFen) + sum(whole, (one) => one.amountFen);
  const portions = sum(gets, (one) => one.qty);
  return {
    lines: [
      ['涉及订单', `${all.length} 单，${sum(all, (one) => one.qty)} 份`],
      ...(gets.length > 0
        ? [[`换成「${substitute!.name}」`, `${gets.length} 单，${portions} 份，退差价 ${yuan(difference)}`] as const]
        : []),
      ...(lighter.length > 0 ? [['只退这道菜', `${lighter.length} 单`] as const] : []),
      ...(whole.length > 0 ? [['整单取消', `${whole.length} 单，只订了这道菜`] as const] : []),
      ...(allergic > 0 ? [['因过敏不换而退', `${allergic} 单`] as const] : []),
      ...(substitute && substitute.orderLimit !== null
        ? [['注意', `「${substitute.name}」限 ${substitute.orderLimit} 份，不够的按退菜办`] as const]
        : []),
      ['退回冻结', `${yuan(difference + returned)}，各回原账户；月结的不再计`],
    ],
    amount: `${all.length} 单`,
  };
}

/** The dish's money back: its lines, or the whole order where it was all there is. */
async function giveBack(ctx: Ctx, id: number, { dish }: Shortage, reason: string): Promise<Refusal | undefined> {
  const organizationId = ownOrganization(ctx);
  const by = handOf(ctx);
  const told = toldAs(ctx, '退缺的菜', reason);
  const lighter = await dropLines(ctx.services, organizationId, id, [dish.menuItemId], {
    organizationId,
    by,
    lateReason: reason,
    told,
  });
  if (!isRefusal(lighter)) return undefined;
  if (lighter.code !== orderingRefusals.ORDER_EMPTY) return lighter;
  return cancelOrder(ctx.services, organizationId, id, { by, reason, late: true, told });
}

async function give(ctx: Ctx, id: number, { dish, substitute }: Shortage, reason: string): Promise<Order | Refusal> {
  const organizationId = ownOrganization(ctx);
  return substituteLine(ctx.services, organizationId, id, dish.menuItemId, substitute!, {
    organizationId,
    by: handOf(ctx),
    lateReason: reason,
    told: toldAs(ctx, '换菜', reason),
  });
}

/** Sells no more of it, changes every order, and stops it. What could not be changed is listed, and given back by the clock. */
export async function endShortage(ctx: Ctx, shortage: Shortage, why: string): Promise<Show | Refusal> {
  const { dish, substitute } = shortage;
  const set = (status: 'SOLD_OUT' | 'STOPPED') =>
    ctx.db
      .transaction()
      .execute((db) => changeItem({ ...ctx, db, audit: auditWith(ctx, db) }, { id: dish.menuItemId, status }));
  const no = await set('SOLD_OUT');
  if (no) return no;
  let given = 0;
  let returned = 0;
  const left: string[] = [];
  for (const { id, allergic } of await affectedBy(ctx, shortage)) {
    const reason = `厨房缺「${dish.name}」${why ? `：${why}` : ''}`;
    const other =
      substitute && !allergic ? await give(ctx, id, shortage, `${reason}，换成「${substitute.name}」`) : undefined;
    if (other && !isRefusal(other)) {
      given += 1;
      continue;
    }
    const stays = await giveBack(ctx, id, shortage, reason);
    if (stays) left.push(refusalMessage(stays));
    else returned += 1;
  }
  const stopped = await set('STOPPED');
  if (stopped) return stopped;
  return {
    receipt: {
      title: `「${dish.name}」已停售`,
      lines: [
        ...(substitute ? [[`换成「${substitute.name}」`, `${given} 单`] as const] : []),
        ['退菜', `${returned} 单`],
        ...(left.length > 0 ? [['未办', `${left.length} 单，一分钟内由系统退回：${left[0]}`] as const] : []),
      ],
    },
  };
}

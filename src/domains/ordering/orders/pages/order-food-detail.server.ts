/** 订餐明细. */

import { sql } from 'kysely';
import { z } from 'zod';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, type Binding, bind, type Done, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { signOff } from '../../delivery/sign-off.ts';
import { orderingRefusals } from '../../refusals.ts';
import { countedColumns, countedProof } from '../../reports/counted-proof.ts';
import { orderingSetting } from '../../rules/setting.ts';
import { cancelOrder } from '../cancel-order.ts';
import type { WantedOrder } from '../judge-order.ts';
import { handOf, isOwn, mayLate, orderForPeople, tally, toldAs } from '../order-desk.ts';
import { mostOrdered } from '../order-form.ts';
import { orderOutcome } from '../order-outcomes.ts';
import { ordersWhere, writeEvent } from '../order-store.ts';
import type { PickupWay } from '../order-words.ts';
import { menuRows, orderTotals } from '../preview-order.ts';
import { refundOrder } from '../refund-order.ts';
import { takeOrder, undoTaking } from '../take-order.ts';
import orderFoodDetail from './order-food-detail.page.ts';

type Form = Values<typeof orderFoodDetail.fields>;

const wantedOf = (values: Form): Omit<WantedOrder, 'personId'> => ({
  restaurantId: values.restaurantId!,
  mealPeriodId: values.mealPeriodId!,
  diningDate: values.diningDate!,
  lines: (values.lines ?? []).map((line) => ({ menuItemId: line.menuItemId!, qty: line.qty ?? 1 })),
  portions: values.setCount ?? 1,
  pickup: values.pickup as PickupWay,
  addressId: values.addressId ?? null,
  remark: values.remark ?? '',
});

/** Whether the meal is ordered without choosing dishes. */
async function byHeads(ctx: Ctx, { restaurantId, mealPeriodId }: Omit<WantedOrder, 'personId'>): Promise<boolean> {
  const { rules } = await orderingSetting(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
  const rule = rules.find((one) => one.restaurantId === restaurantId && one.mealPeriodIds.includes(mealPeriodId));
  return rule?.mode === 'HEAD_ONLY';
}

const id = z.int().min(1);
/** A sheet of deliveries that came back. */
const signedSheet = z.object({
  ids: z.array(id).min(1).max(1_000),
  missing: z.array(z.object({ orderId: id, itemId: id, qty: z.int().min(1).max(99) })).max(1_000),
});

/** A plain portion stands in the form as a row of its own, so that it can be chosen like a dish. */
const plainPortion = { menuItemId: 0, name: '份餐', priceFen: 0, left: '不限', qty: 1, warning: null };
const chosenOf = (wanted: Omit<WantedOrder, 'personId'>) => ({
  ...wanted,
  lines: wanted.lines.filter((line) => line.menuItemId > 0),
});

/** Does it to every row and says how many were done. */
async function each(
  ctx: Ctx,
  { rows }: ActionInput,
  title: string,
  act: (id: number) => Promise<Refusal | undefined>,
): Promise<Done | Refusal> {
  const refused: { name: string; refusal: Refusal }[] = [];
  const done: number[] = [];
  for (const row of rows) {
    const no = await act(row.id);
    if (no) refused.push({ name: String(row.orderNo), refusal: no });
    else done.push(row.id);
  }
  if (refused.length === 0) return null;
  const orders = await ordersWhere(sqlOf(ctx.db), ownOrganization(ctx), 'id = any($2::bigint[])', [done]);
  return tally(title, orders, refused);
}

/** A step of the kitchen, of all rows or none. */
async function move(
  ctx: Ctx,
  { ids }: ActionInput,
  { from, to, word }: { from: readonly string[]; to: string; word: string },
): Promise<Done | Refusal> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const moved = await db.query<{ id: number }>(
    `update meal_order set status = $3, handed_at = case when $3 = 'DELIVERING' then $5 else handed_at end,
       version = version + 1
     where organization_id = $1 and id = any($2::bigint[]) and status = any($4::text[]) returning id`,
    [organizationId, ids, to, from, isoAt(ctx.clock.now())],
  );
  if (moved.rows.length < ids.length) return refuse('NOT_NOW', { why: `所选订单中有的已不能${word}` });
  for (const { id } of moved.rows)
    await writeEvent(ctx.services, db, { organizationId, id }, handOf(ctx), { event: 'MOVE', note: word });
  await ctx.audit({ action: word, targetName: `${ids.length} 单` });
  return null;
}

/** What moves money, each order in its own transaction. */
const moneyMoves = {
  take: (ctx: Ctx, input: ActionInput) =>
    each(ctx, input, '核销结果', async (id) => {
      const reason = String(input.values.reason ?? '').trim();
      const answer = await takeOrder(ctx.services, ownOrganization(ctx), id, {
        by: handOf(ctx),
        occurredAt: ctx.clock.now(),
        identify: 'MANUAL',
        restaurantId: null,
        told: toldAs(ctx, '核销', reason),
      });
      return isRefusal(answer) ? answer : undefined;
    }),
  cancel: (ctx: Ctx, input: ActionInput) =>
    each(ctx, input, '取消结果', (id) => {
      const reason = String(input.values.reason);
      return cancelOrder(ctx.services, ownOrganization(ctx), id, {
        by: handOf(ctx),
        reason,
        late: mayLate(ctx),
        told: toldAs(ctx, '取消订单', reason),
      });
    }),
  undo: async (ctx: Ctx, { rows, values }: ActionInput) => {
    const reason = String(values.reason);
    const doing = { by: handOf(ctx), reason, told: toldAs(ctx, '撤销核销', reason) };
    return (await undoTaking(ctx.services, ownOrganization(ctx), rows[0]!.id, doing)) ?? null;
  },
  refund: async (ctx: Ctx, { rows, values }: ActionInput) => {
    const row = rows[0]!;
    if (await isOwn(ctx, row.personId as number)) return refuse(orderingRefusals.OWN_ORDER);
    const reason = String(values.reason);
    const doing = { by: handOf(ctx), reason, told: toldAs(ctx, '订餐退款', reason) };
    return (await refundOrder(ctx.services, ownOrganization(ctx), row.id, doing)) ?? null;
  },
} satisfies Binding<typeof orderFoodDetail.fields>['actions'];

export default bind(orderFoodDetail, {
  list: over(orderFoodDetail, 'meal_order as o', {
    inner: ['personId as p'],
    refs: ['departmentId as d', 'mealPeriodId as m', 'restaurantId as s', 'addressId as a'],
    columns: {
      dishes: sql`(select string_agg(x.name || case when x.qty > 1 then '×' || x.qty else '' end, '、' order by x.id)
          from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id
            and x.revision = o.revision)`,
      areaId: 'a.area_id',
      ...countedColumns(sql`o.portions`, sql`o.amount_fen`),
      personIds: null,
      setCount: null,
      changes: null,
      unitPays: null,
      lines: null,
      totalCount: null,
      totalFen: null,
    },
    names: {
      departmentId: departmentPath,
      areaId: sql`(select g.name from order_area g where g.organization_id = a.organization_id and g.id = a.area_id)`,
    },
    where: { keyword: personOr('o.order_no', 'o.pickup_code') },
  }),
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ waiting: string; date: string; meal: string }>(
      `select s.waiting, s.dining_date as date, m.name || ' ' || r.name as meal from order_settlement s
         join restaurant r on r.organization_id = s.organization_id and r.id = s.restaurant_id
         join meal_period m on m.organization_id = s.organization_id and m.id = s.meal_period_id
         where s.organization_id = $1 and s.state = 'WAITING' order by s.dining_date limit 3`,
      [ctx.session.unitId],
    );
    if (rows.length === 0) return null;
    const which = rows.map(({ date, meal, waiting }) => `${date.slice(5)} ${meal}等「${waiting}」补传`).join('；');
    return { tone: 'warning', text: `${which}；补传后才判定未就餐。` };
  },
  preview: async (ctx, values) => {
    const wanted = wantedOf(values);
    const people = values.personIds ?? [];
    if (people.length > mostOrdered) return refuseField('personIds', `一次最多 ${mostOrdered} 人`);
    if (!values.lines) {
      const rows = (await byHeads(ctx, wanted)) ? [plainPortion] : await menuRows(ctx, wanted);
      return { rows: rows ?? [], figures: [{ label: '人数', value: people.length, kind: 'int', unit: '人' }] };
    }
    return orderTotals(ctx, people, chosenOf(wanted), {
      lateReason: mayLate(ctx) ? (values.lateReason ?? '') : '',
      unitPays: values.unitPays ?? false,
      changes: values.changes ?? false,
    });
  },
  create: async (ctx, values) => {
    const people = values.personIds ?? [];
    if (people.length > mostOrdered) return refuseField('personIds', `一次最多 ${mostOrdered} 人`);
    const lateReason = (values.lateReason ?? '').trim();
    const wanted = chosenOf(wantedOf(values));
    const [changes, unitPays] = [values.changes ?? false, values.unitPays ?? false];
    const now = await orderTotals(ctx, people, wanted, {
      lateReason: mayLate(ctx) ? lateReason : '',
      unitPays,
      changes,
    });
    if (isRefusal(now)) return now;
    // What was agreed to is what is ordered: a price that changed meanwhile is looked at first.
    if (now.agreed?.totalFen !== values.totalFen || now.agreed?.totalCount !== values.totalCount)
      return refuse('STALE');
    const { done, refused } = await orderForPeople(ctx, people, wanted, { changes, lateReason, unitPays });
    const said = tally('代订结果', done, refused);
    return isRefusal(said) ? said : { id: done[0]!.id, ...(refused.length > 0 ? said : {}) };
  },
  verbs: { signOff: withBody(signedSheet, (ctx, { ids, missing }) => signOff(ctx, ids, missing)) },
  bodies: { signOff: signedSheet },
  outcomes: {
    take: orderOutcome('take', moneyMoves.take),
    cancel: orderOutcome('cancel', moneyMoves.cancel),
    undo: orderOutcome('undo', moneyMoves.undo),
    refund: orderOutcome('refund', moneyMoves.refund),
  },
  proof: countedProof('orders'),
  outsideTransaction: ['create', 'take', 'cancel', 'undo', 'refund', 'signOff'],
  actions: {
    ...moneyMoves,
    cook: (ctx, input) => move(ctx, input, { from: ['PAID', 'ACCEPTED'], to: 'COOKING', word: '备餐' }),
    ready: (ctx, input) => move(ctx, input, { from: ['COOKING'], to: 'READY', word: '备好' }),
    deliver: (ctx, input) =>
      move(ctx, input, { from: ['ACCEPTED', 'COOKING', 'READY'], to: 'DELIVERING', word: '交接配送' }),
  },
});

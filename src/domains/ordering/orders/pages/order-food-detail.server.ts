/** 订餐明细. */

import { sql } from 'kysely';
import { z } from 'zod';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { dinersOf } from '../../../headcount/public.server.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { signOff } from '../../delivery/sign-off.ts';
import { countedColumns, countedProof } from '../../reports/counted-proof.ts';
import { orderingSetting, orderRuleFor } from '../../rules/setting.ts';
import { orderImport } from '../../sheets/import-orders.ts';
import type { WantedOrder } from '../judge-order.ts';
import { kitchenMoves, orderMoneyMoves } from '../order-actions.ts';
import { mayLate, orderForPeople, tally } from '../order-desk.ts';
import { mostOrdered } from '../order-form.ts';
import { orderOutcome } from '../order-outcomes.ts';
import type { PickupWay } from '../order-words.ts';
import { menuRows, orderTotals } from '../preview-order.ts';
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

/**
 * What a portion costs these people where they order without choosing dishes, each by the rule of their type on that day, the
 * least first; undefined where some of them choose, or order nothing there.
 */
async function headPrices(
  ctx: Ctx,
  wanted: Omit<WantedOrder, 'personId'>,
  personIds: readonly number[],
): Promise<number[] | undefined> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const setting = await orderingSetting(db, organizationId, ctx.clock.now());
  const diners = await dinersOf(db, organizationId, personIds);
  const rules = [...diners.values()].flatMap(({ typeId }) => orderRuleFor(setting, typeId, wanted) ?? []);
  if (rules.length === 0 || rules.some(({ mode }) => mode !== 'HEAD_ONLY')) return undefined;
  return [...new Set(rules.map(({ priceFen }) => priceFen ?? 0))].sort((a, b) => a - b);
}

const id = z.int().min(1);
/** A sheet of deliveries that came back. */
const signedSheet = z.object({
  ids: z.array(id).min(1).max(1_000),
  missing: z.array(z.object({ orderId: id, itemId: id, qty: z.int().min(1).max(99) })).max(1_000),
});

/** A plain portion stands in the form as a row of its own, so that it can be chosen like a dish. */
const plainPortion = (pricesFen: readonly number[]) => ({
  menuItemId: 0,
  name: pricesFen.length > 1 ? `份餐（各人类别 ${pricesFen.map(formatFenGrouped).join('、')} 元）` : '份餐',
  priceFen: pricesFen.length > 1 ? null : pricesFen[0],
  left: '不限',
  qty: 1,
  warning: null,
});
const chosenOf = (wanted: Omit<WantedOrder, 'personId'>) => ({
  ...wanted,
  lines: wanted.lines.filter((line) => line.menuItemId > 0),
});

export default bind(orderFoodDetail, {
  list: over(orderFoodDetail, 'meal_order as o', {
    inner: ['personId as p'],
    refs: ['departmentId as d', 'mealPeriodId as m', 'restaurantId as s', 'addressId as a'],
    columns: {
      dishes: sql`(select string_agg(x.name || case when x.qty > 1 then '×' || x.qty else '' end, '、' order by x.id)
          from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id
            and x.revision = o.revision)`,
      areaId: 'a.area_id',
      undelivered: sql`(a.area_id is null)`,
      ownDepartmentId: sql`coalesce(o.department_id, 0)`,
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
  importRows: orderImport,
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
      const pricesFen = await headPrices(ctx, wanted, people);
      const rows = pricesFen ? [plainPortion(pricesFen)] : await menuRows(ctx, wanted);
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
  outcomes: {
    take: orderOutcome('take', orderMoneyMoves.take),
    moveTo: orderOutcome('moveTo', orderMoneyMoves.moveTo),
    cancel: orderOutcome('cancel', orderMoneyMoves.cancel),
    undo: orderOutcome('undo', orderMoneyMoves.undo),
    refund: orderOutcome('refund', orderMoneyMoves.refund),
  },
  proof: countedProof('orders'),
  outsideTransaction: ['create', 'take', 'moveTo', 'cancel', 'undo', 'refund', 'signOff'],
  actions: {
    ...orderMoneyMoves,
    ...kitchenMoves,
  },
});

/** 代订导入: an order per row, by job number, with dishes by their names on the published menu. Each row is told what is wrong with it. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { idsNamed } from '../../../kit/server/jobs/import/ids-named.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { judgeOrder, type WantedOrder } from '../orders/judge-order.ts';
import { handOf, mayLate, toldAs } from '../orders/order-desk.ts';
import type { PickupWay } from '../orders/order-words.ts';
import { orderedBefore, placeOrder } from '../orders/place-order.ts';
import { orderingSetting } from '../rules/setting.ts';
import { readDishes } from './read-dishes.ts';

interface RowOf {
  jobNumber: string;
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  dishes?: string | null;
  setCount?: number | null;
  pickup?: PickupWay | null;
  addressId?: number | null;
  unitPays?: boolean | null;
  remark?: string | null;
  lateReason?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;
const cellOf = ({ jobNumber, diningDate, mealPeriodId }: RowOf) => `${jobNumber}/${diningDate}/${mealPeriodId}`;
const menuOf = ({ restaurantId, diningDate, mealPeriodId }: RowOf) => `${restaurantId}/${diningDate}/${mealPeriodId}`;

const places = { mealPeriodId: 'meal_period', restaurantId: 'restaurant', addressId: 'order_address' } as const;

/** Meals, restaurants and addresses by name. */
async function idsByName(ctx: Ctx, field: string, names: readonly string[]): Promise<Map<string, number>> {
  const table = places[field as keyof typeof places];
  const rows = await ctx.db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  return idsNamed(rows);
}

/** People by job number; who lies outside the scope is absent. */
async function peopleOf(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<string, number>> {
  const numbers = rows.map((row) => valuesOf(row).jobNumber);
  const found = await ctx.db
    .selectFrom('person')
    .select(['id', 'job_number'])
    .where(sql<boolean>`job_number = any(${numbers}::text[])`)
    .where('status', '<>', 'CLOSED')
    .execute();
  return new Map(found.map((row) => [row.job_number!, row.id]));
}

/** Items of the published menus the rows speak of, by menu and by the dish's name. */
async function itemsOf(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<string, Map<string, number>>> {
  const days = [...new Set(rows.flatMap((row) => valuesOf(row).diningDate || []))];
  const items = await ctx.db
    .selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .where('m.status', '=', 'PUBLISHED')
    .where(sql<boolean>`i.menu_date = any(${days}::date[])`)
    .select(['i.id', 'i.dish_name', 'i.restaurant_id', 'i.menu_date', 'i.meal_period_id'])
    .execute();
  const found = new Map<string, Map<string, number>>();
  for (const item of items) {
    const key = `${item.restaurant_id}/${item.menu_date}/${item.meal_period_id}`;
    const own = found.get(key) ?? new Map<string, number>();
    own.set(item.dish_name ?? '', item.id);
    found.set(key, own);
  }
  return found;
}

/** The order a row asks for, or what is wrong with its cells. */
async function readRows(ctx: Ctx, rows: readonly ImportRow[]) {
  const people = await peopleOf(ctx, rows);
  const items = await itemsOf(ctx, rows);
  const seen = new Set<string>();
  return rows.map((row): { row: ImportRow; wanted?: WantedOrder; wrong?: readonly [field: string, why: string] } => {
    const values = valuesOf(row);
    const { jobNumber, diningDate, mealPeriodId, restaurantId } = values;
    const personId = people.get(jobNumber);
    if (!jobNumber) return { row, wrong: ['jobNumber', '不能为空'] };
    if (personId === undefined) return { row, wrong: ['jobNumber', `「${jobNumber}」没有对应的人员`] };
    // What a cell could not be read as is told of it already.
    if (!diningDate || !mealPeriodId || !restaurantId) return { row };
    if (seen.has(cellOf(values))) return { row, wrong: ['diningDate', '同一人同一餐在表中重复'] };
    seen.add(cellOf(values));
    const lines = readDishes(values.dishes ?? '', items.get(menuOf(values)) ?? new Map());
    if (typeof lines === 'string') return { row, wrong: ['dishes', lines] };
    return {
      row,
      wanted: {
        personId,
        restaurantId,
        mealPeriodId,
        diningDate,
        lines,
        portions: values.setCount ?? 1,
        pickup: values.pickup ?? 'DINE_IN',
        addressId: values.addressId ?? null,
        remark: values.remark ?? '',
      },
    };
  });
}

const lateOf = (ctx: Ctx, row: ImportRow) => (mayLate(ctx) ? (valuesOf(row).lateReason ?? '').trim() : '');

/** The cell a refusal is about; of most it is who and when. */
const fieldOf: Readonly<Record<string, string>> = {
  ORDER_NOT_OPEN: 'diningDate',
  ORDER_CLOSED: 'diningDate',
  MEAL_NOT_ORDERED: 'mealPeriodId',
  ORDER_EMPTY: 'dishes',
  DISH_NOT_OFFERED: 'dishes',
  SET_CHOICE: 'dishes',
  SET_GROUPS: 'dishes',
  ORDER_ALLERGY: 'dishes',
  ORDER_TOO_MANY: 'setCount',
  PICKUP_WAY: 'pickup',
  ADDRESS_NEEDED: 'addressId',
};
const told = (no: Refusal): Record<string, string> => ({ [fieldOf[no.code] ?? 'jobNumber']: refusalMessage(no) });

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const setting = await orderingSetting(db, organizationId, nowMs);
  const errors = new Map<number, Record<string, string>>();
  for (const { row, wanted, wrong } of await readRows(ctx, rows)) {
    if (wrong) errors.set(row.rowNo, { [wrong[0]]: wrong[1] });
    if (!wanted) continue;
    const judging = { organizationId, nowMs, lateReason: lateOf(ctx, row), closes: 'closesAt' as const };
    const judged = await judgeOrder(db, setting, wanted, judging);
    if (isRefusal(judged)) {
      errors.set(row.rowNo, told(judged));
      continue;
    }
    const before = judged.rule.oncePerMeal ? await orderedBefore(db, organizationId, wanted) : undefined;
    if (before) errors.set(row.rowNo, { jobNumber: `这一餐已有订单 ${before.orderNo}` });
  }
  return errors;
}

/** Rows that passed; each sets money aside by itself, under a key that never does it twice. */
async function commit(
  ctx: Ctx,
  rows: readonly ImportRow[],
  _made?: Map<number, number>,
  key?: string,
): Promise<Map<number, string>> {
  const organizationId = ownOrganization(ctx);
  const refused = new Map<number, string>();
  for (const { row, wanted, wrong } of await readRows(ctx, rows)) {
    if (!wanted) {
      refused.set(row.rowNo, wrong?.[1] ?? '表格里的餐次或餐厅没有读出来');
      continue;
    }
    const lateReason = lateOf(ctx, row);
    const answer = await placeOrder(ctx.services, wanted, {
      organizationId,
      by: handOf(ctx),
      source: 'STAFF',
      requestKey: key === undefined ? null : `${key}:${row.rowNo}`,
      lateReason,
      unitPays: valuesOf(row).unitPays === true,
      told: toldAs(ctx, '代订', lateReason),
    });
    if (isRefusal(answer)) refused.set(row.rowNo, refusalMessage(answer));
  }
  return refused;
}

export const orderImport: ImportBinding = { resolve: idsByName, check, commit, ownTransactions: true };

/** What last month's orders that nobody collected would have cost under a changed rule, beside what they did. */
import { type Foreseen, type ForeseenPart, partsOf } from '../../../kit/define/versions.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { monthBefore } from '../../../kit/server/versions/from-day.ts';
import { type DayKind, dayKind } from '../../consumption/public.server.ts';
import { missedFen } from '../orders/compose.ts';
import type { OrderPayTime } from '../orders/order-words.ts';
import type { OrderReach } from './overlap.ts';

/** An order that was left standing. */
export interface LeftStanding {
  ruleId: number | null;
  personId: number;
  personName: string;
  departmentId: number | null;
  departmentName: string | null;
  typeId: number;
  restaurantId: number;
  mealPeriodId: number;
  diningDate: string;
  amountFen: number;
  /** Charged for it. */
  wasFen: number;
}

export interface DraftRule extends OrderReach {
  /** 0 for a new one. */
  id: number;
  payTime: OrderPayTime;
  missPercent: number;
  enabled: boolean;
}

const reaches = (rule: DraftRule, order: LeftStanding, kind: DayKind): boolean =>
  rule.enabled &&
  rule.restaurantId === order.restaurantId &&
  rule.mealPeriodIds.includes(order.mealPeriodId) &&
  (rule.typeIds.length === 0 || rule.typeIds.includes(order.typeId)) &&
  rule.dayKinds.includes(kind);

/**
 * Orders the rule spoke of or would speak of, with what each would cost as the draft has it; `outside` are those it speaks of no
 * more, which could not have been ordered by it.
 */
export function wouldMiss(
  left: readonly LeftStanding[],
  draft: DraftRule,
  kindOf: (date: string) => DayKind,
): { touched: (LeftStanding & { wouldFen: number })[]; outside: number } {
  let outside = 0;
  const touched = left.flatMap((order) => {
    const within = reaches(draft, order, kindOf(order.diningDate));
    if (!within && order.ruleId !== draft.id) return [];
    if (!within) outside += 1;
    return [{ ...order, wouldFen: within ? missedFen(draft, { ...order, payTime: draft.payTime }) : 0 }];
  });
  return { touched, outside };
}

const leftStanding = `select o.rule_id as "ruleId", o.person_id as "personId", p.name as "personName",
    o.department_id as "departmentId", d.name as "departmentName", o.person_type_id as "typeId",
    o.restaurant_id as "restaurantId", o.meal_period_id as "mealPeriodId", o.dining_date as "diningDate",
    o.amount_fen as "amountFen", o.booked_fen as "wasFen"
  from meal_order o
  join person p on p.organization_id = o.organization_id and p.id = o.person_id
  left join department d on d.organization_id = o.organization_id and d.id = o.department_id
  where o.organization_id = $1 and o.dining_date between $2::date and $3::date and o.status = 'NO_SHOW'`;

const mostPeople = 10;
const lines = '/admin/organization/order_food_detail';

/** Charged and released by the draft; nothing is written. */
export async function foreseeMisses(ctx: Ctx, draft: DraftRule): Promise<Foreseen> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const [from, to] = monthBefore({}, ctx.clock.now());
  const { rows } = await db.query<LeftStanding>(leftStanding, [organizationId, from, to]);
  const days = await db.query<{ day: string; kind: DayKind }>(
    'select day, kind from calendar_day where organization_id = $1 and day between $2::date and $3::date',
    [organizationId, from, to],
  );
  const calendar = new Map(days.rows.map(({ day, kind }) => [day, kind]));
  const { touched, outside } = wouldMiss(rows, draft, (date) => dayKind(date, calendar));
  type Touched = (typeof touched)[number];
  const sum = (of: readonly Touched[], key: 'wasFen' | 'wouldFen') => of.reduce((total, one) => total + one[key], 0);
  const people = (key: 'wasFen' | 'wouldFen') =>
    new Set(touched.filter((one) => one[key] > 0).map((one) => one.personId)).size;
  const open = `${lines}?diningDate=${from},${to}&status=NO_SHOW&restaurantId=${draft.restaurantId}`;
  const by = (key: (one: Touched) => number, name: (one: Touched) => string, more: (one: Touched) => string) =>
    [...Map.groupBy(touched, key).values()].map(
      (group): ForeseenPart => ({
        name: name(group[0]!),
        count: group.length,
        wasFen: sum(group, 'wasFen'),
        wouldFen: sum(group, 'wouldFen'),
        open: `${open}${more(group[0]!)}`,
      }),
    );
  const departments = by(
    (one) => one.departmentId ?? 0,
    (one) => one.departmentName ?? '没有部门',
    (one) => (one.departmentId === null ? '' : `&departmentId=${one.departmentId}`),
  );
  const persons = by(
    (one) => one.personId,
    (one) => one.personName,
    (one) => `&keyword=${encodeURIComponent(one.personName)}`,
  );
  return {
    period: from.slice(0, 7),
    totals: [
      { label: '未取餐的订单', was: touched.length, would: touched.length - outside, unit: '单' },
      { label: '被扣费的人', was: people('wasFen'), would: people('wouldFen'), unit: '人' },
      { label: '未就餐扣费', was: sum(touched, 'wasFen'), would: sum(touched, 'wouldFen'), unit: 'fen' },
    ],
    partTitle: '部门',
    ...partsOf(departments),
    most: { title: `变化最大的 ${mostPeople} 人`, parts: partsOf(persons, mostPeople).parts },
    notes: [
      '按上月未取餐的订单试算，订单金额照当时的；改后的规则只管以后下的单，已下的单按下单时的规则。',
      ...(outside > 0 ? [`其中 ${outside} 单改后不再由这条规则规定，按不扣计。`] : []),
    ],
  };
}

/** 核销订餐: who has an order of a meal that can be handed out, and what that takes of the money set aside for it. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { spentOnDay } from '../../wallet/public.server.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import { type ChargeChoice, type ChargePlan, type PlannedLine, planOf } from './charge-plan.ts';
import { type ChosenPeople, choosePeople } from './people.ts';
import { mostPeople } from './states.ts';

const nobody = { personIds: [], departmentIds: [], typeIds: [], numbers: '' };

/** Whether the clerk named anybody; otherwise everybody with an order is meant. */
export const namesPeople = ({ personIds, departmentIds, typeIds, numbers }: ChargeChoice): boolean =>
  personIds.length + departmentIds.length + typeIds.length > 0 || numbers.trim() !== '';

/** Reads only. Whole departments leave out who has no order; people named one by one are told so. */
export async function planCollect(
  ctx: Ctx,
  rules: OrganizationRules,
  choice: ChargeChoice,
  limitFen: number,
): Promise<ChargePlan | Refusal> {
  const desk = ctx.services.orderDesk;
  if (!desk) return refuse('NOT_FOUND');
  const { diningDate, mealPeriodId, restaurantId } = choice;
  const named = namesPeople(choice);
  const organizationId = ownOrganization(ctx);
  const chosen: ChosenPeople | undefined = named ? await choosePeople(ctx, choice) : undefined;
  const orders = await desk.open(
    sqlOf(ctx.db),
    { organizationId, diningDate, mealPeriodId, restaurantId },
    chosen?.people.map((person) => person.id) ?? null,
  );
  const orderOf = new Map(orders.map((order) => [order.personId, order]));
  const { people, missing, repeated } =
    chosen ?? (await choosePeople(ctx, { ...nobody, personIds: [...orderOf.keys()] }));
  if (people.length > mostPeople)
    return refuse(consumptionRefusals.TOO_MANY_LINES, { limit: mostPeople, count: people.length });
  const counters = await spentOnDay(
    ctx.db,
    diningDate,
    mealPeriodId,
    people.map((person) => person.id),
  );
  const byGroup = choice.departmentIds.length + choice.typeIds.length > 0;
  const lines = people.flatMap((person): PlannedLine[] => {
    const order = orderOf.get(person.id);
    if (!order && byGroup) return [];
    const eaten = counters.get(person.id)?.mealCount ?? 0;
    const again = eaten > 0 ? `本餐已消费 ${eaten} 次` : null;
    const back = order?.missed
      ? `已记未就餐${order.missedFen > 0 ? `，先退回扣费 ${formatFenGrouped(order.missedFen)} 元` : ''}`
      : null;
    return [
      {
        personId: person.id,
        personName: person.name,
        jobNumber: person.jobNumber,
        departmentName: person.departmentName,
        typeName: rules.types.get(person.typeId)?.name ?? '',
        amountFen: order?.amountFen ?? 0,
        countUsed: order?.counts ?? 0,
        note: order ? `${order.orderNo} ${order.dishes}`.trim() : '',
        problem: order ? null : '这一餐在这家餐厅没有可核销的订单',
        warning: [again, back].filter((word) => word !== null).join('；') || null,
        eaten,
        missed: order?.missed ?? false,
        orderId: order?.orderId ?? null,
      },
    ];
  });
  return planOf(lines, { missing, repeated, limitFen });
}

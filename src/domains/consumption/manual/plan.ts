/** A manual charge as it would be: every person with what is due, what speaks against it, and the total. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { type CounterState, spentOnDay } from '../../wallet/public.server.ts';
import { priceLines } from '../pricing/price-words.ts';
import type { OrganizationRules } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import { consumptionSetting } from '../settings.ts';
import { type ChargeChoice, type ChargePlan, type PlannedLine, planOf } from './charge-plan.ts';
import { type ChargedPerson, choosePeople } from './people.ts';
import { planCollect } from './plan-collect.ts';
import { type ChargeTerms, eatenAt, priceOf } from './price.ts';
import { mostPeople } from './states.ts';

/** Terms with the meal looked up; refused for a meal out of use, one that has not begun, or a site of another restaurant. */
export function termsOf(rules: OrganizationRules, choice: ChargeChoice, nowMs: number): ChargeTerms | Refusal {
  const meal = rules.meals.find((m) => m.id === choice.mealPeriodId);
  if (!meal) return refuse('INVALID_FIELDS', { detail: '餐次已停用' }, { mealPeriodId: '餐次已停用' });
  const at = eatenAt(meal, choice.diningDate, nowMs);
  if (isRefusal(at)) return at;
  const site = choice.deploySiteId === null ? undefined : rules.sites.get(choice.deploySiteId);
  if (site && site.restaurantId !== choice.restaurantId)
    return refuse(consumptionRefusals.NOT_SELLING, { site: site.name }, { deploySiteId: '不属于所选餐厅' });
  const { kind, diningDate, restaurantId, way, priceFen } = choice;
  const shop = rules.shops.get(restaurantId);
  if (shop !== undefined && !(kind === 'SUPPLEMENT' && way === 'PRICE'))
    return refuse(consumptionRefusals.SHOP_BY_AMOUNT, { shop }, { restaurantId: '商店不供餐，请选餐厅' });
  return { kind, meal, diningDate, restaurantId, way, priceFen, deploySiteId: choice.deploySiteId ?? 0 };
}

const none: CounterState = { mealCount: 0, mealAmountFen: 0, dayCount: 0, dayAmountFen: 0 };

interface Spendable {
  fen: number;
  meals: number;
}

/** What the purses could give, by person; overdraft included. */
async function spendableOf(ctx: Ctx, date: string, ids: readonly number[]): Promise<Map<number, Spendable>> {
  const rows = await ctx.db
    .selectFrom('wallet as w')
    .select([
      'w.person_id as personId',
      sql<number>`coalesce(sum(w.balance_fen - w.held_fen - w.floor_fen)
        filter (where w.kind in ('MAIN', 'SUBSIDY', 'GIFT')), 0)::bigint`.as('fen'),
      sql<number>`coalesce(sum(w.balance_fen - w.held_fen) filter (where w.kind = 'COUNT'), 0)::bigint`.as('meals'),
    ])
    .where('w.status', '=', 'ACTIVE')
    .where(sql<boolean>`(w.expires_on is null or w.expires_on >= ${date}::date)`)
    .where(sql<boolean>`w.person_id = any(${ids}::bigint[])`)
    .groupBy('w.person_id')
    .execute();
  return new Map(rows.map(({ personId, ...spendable }) => [personId, spendable]));
}

const stateWords: Readonly<Record<string, string>> = { PENDING: '待核验', SUSPENDED: '已停用', CLOSING: '销户中' };

function lineOf(
  rules: OrganizationRules,
  choice: ChargeChoice,
  terms: ChargeTerms,
  person: ChargedPerson,
  counters: CounterState,
  spendable: Spendable,
): PlannedLine {
  const line = {
    personId: person.id,
    personName: person.name,
    jobNumber: person.jobNumber,
    departmentName: person.departmentName,
    typeName: rules.types.get(person.typeId)?.name ?? '',
    amountFen: 0,
    countUsed: 0,
    note: '',
    problem: null,
    warning: null,
    eaten: counters.mealCount,
    missed: false,
    orderId: null,
  };
  if (person.status !== 'NORMAL')
    return { ...line, problem: `账户${stateWords[person.status] ?? person.status}，不能消费` };
  const priced = priceOf(rules, terms, person.typeId)(counters);
  if (isRefusal(priced)) return { ...line, problem: refusalMessage(priced) };
  const { amountFen, countUsed = 0, limits, trace } = priced;
  const note = priceLines(trace).join('；');
  const done = { ...line, amountFen, countUsed, note };
  const most = limits?.mealMaxCount;
  if (most !== undefined && counters.mealCount >= most)
    return { ...done, problem: `本餐已消费 ${counters.mealCount} 次，上限 ${most} 次` };
  const short =
    spendable.meals < countUsed
      ? `次数账户剩余 ${spendable.meals} 次`
      : spendable.fen < amountFen && !choice.allowArrears
        ? `可用余额 ${formatFenGrouped(Math.max(0, spendable.fen))} 元，可能不足`
        : null;
  const again = counters.mealCount > 0 ? `本餐已消费 ${counters.mealCount} 次` : null;
  return { ...done, warning: [again, short].filter((w) => w !== null).join('；') || null };
}

/** The plan; reads only. Refused for more people than one batch takes. */
export async function planCharge(ctx: Ctx, choice: ChargeChoice): Promise<ChargePlan | Refusal> {
  const rules = await ctx.services.swipes.rules(ownOrganization(ctx));
  const terms = termsOf(rules, choice, ctx.clock.now());
  if (isRefusal(terms)) return terms;
  // Not the one held for swipes: who has to approve follows a change at once.
  const setting = await consumptionSetting(sqlOf(ctx.db), ownOrganization(ctx));
  if (choice.kind === 'COLLECT') return planCollect(ctx, rules, choice, setting.manualLimitFen);
  const { people, missing, repeated } = await choosePeople(ctx, choice);
  if (people.length > mostPeople)
    return refuse(consumptionRefusals.TOO_MANY_LINES, { limit: mostPeople, count: people.length });
  const ids = people.map((p) => p.id);
  const [counters, spendable] = await Promise.all([
    spentOnDay(ctx.db, terms.diningDate, terms.meal.id, ids),
    spendableOf(ctx, choice.diningDate, ids),
  ]);
  const lines = people.map((person) =>
    lineOf(
      rules,
      choice,
      terms,
      person,
      counters.get(person.id) ?? none,
      spendable.get(person.id) ?? { fen: 0, meals: 0 },
    ),
  );
  return planOf(lines, { missing, repeated, limitFen: setting.manualLimitFen });
}

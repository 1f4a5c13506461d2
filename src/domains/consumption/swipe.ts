/** One consumption from a terminal or the console: who, which meal, what price, then the money door. */
import { isoAt } from '../../kit/server/clock.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import type { Companion, ConsumeRequest, Identify, Outcome, Wallet } from '../wallet/types.ts';
import { dayKind } from './day-kind.ts';
import { mealAt } from './meal-at.ts';
import type { Payer, PayerKey } from './payers.ts';
import { priceFixed, priceKeyed } from './price.ts';
import { consumptionRefusals } from './refusals.ts';
import type { OrganizationRules, RuleSource } from './rule-cache.ts';

export interface SwipeDeps {
  rules: RuleSource;
  payer: (key: PayerKey) => Promise<Payer | undefined>;
  wallet: Wallet;
}

/** Where it happens: the terminal's place as the registry knows it. 0 means none. */
export interface SwipePlace {
  organizationId: number;
  deviceId: number;
  deploySiteId: number;
}

export interface Swipe {
  requestKey: string;
  /** Epoch ms, already corrected for the terminal's clock. */
  occurredAt: number;
  cardNo?: string;
  personId?: number;
  mode: 'FIXED' | 'AMOUNT';
  /** What the cashier keyed, fen; only for AMOUNT. */
  amountFen?: number;
  identify: Identify;
  deviceSeq?: string;
  offline?: boolean;
  operatorId?: number;
  /** Offline trades already eaten may go into debt down to this. */
  arrearsLimitFen?: number;
  companion?: Companion;
}

export interface SwipeAnswer {
  outcome: Outcome;
  payer: Payer | undefined;
  mealName: string | null;
}

function priceOf(swipe: Swipe, place: SwipePlace, payer: Payer, rules: OrganizationRules) {
  const { date, meal } = mealAt(rules.meals, swipe.occurredAt);
  const site = rules.sites.get(place.deploySiteId);
  const type = rules.types.get(payer.typeId);
  const limits = type?.limits ?? { singleLimitFen: null, dayLimitFen: null, dayLimitCount: null };
  if (swipe.mode === 'AMOUNT')
    return { date, meal, price: priceKeyed(swipe.amountFen ?? 0, meal?.name ?? null, meal?.times ?? null, limits) };
  if (!meal)
    return { date, meal, no: refuse(consumptionRefusals.NO_MEAL_NOW, { time: isoAt(swipe.occurredAt).slice(11, 16) }) };
  const price = priceFixed(
    rules.rules,
    {
      meal,
      date,
      dayKind: dayKind(date, rules.calendar),
      typeId: payer.typeId,
      typeName: type?.name ?? '',
      deploySiteId: place.deploySiteId,
      restaurantId: site?.restaurantId ?? 0,
    },
    limits,
  );
  return { date, meal, price };
}

/** Why the person or the card can no longer be used on a business day. */
function expiry(payer: Payer, date: string): Refusal | undefined {
  if (payer.personValidEnd && payer.personValidEnd < date)
    return refuse(consumptionRefusals.EXPIRED, { what: '账户', day: payer.personValidEnd });
  if (payer.cardValidEnd && payer.cardValidEnd < date)
    return refuse(consumptionRefusals.EXPIRED, { what: '卡片', day: payer.cardValidEnd });
  return undefined;
}

/** Charges one swipe. Refusals carry rule and figure; nothing is thrown for bad input. */
export async function swipe(deps: SwipeDeps, place: SwipePlace, input: Swipe): Promise<SwipeAnswer> {
  const [rules, payer] = await Promise.all([
    deps.rules(place.organizationId),
    deps.payer({ organizationId: place.organizationId, cardNo: input.cardNo ?? '', personId: input.personId ?? 0 }),
  ]);
  const no = (refusal: Refusal): SwipeAnswer => ({ outcome: refusal, payer, mealName: null });
  if (!payer)
    return no(refuse(consumptionRefusals.UNKNOWN_CARD, { card: input.cardNo ?? String(input.personId ?? '') }));
  const site = rules.sites.get(place.deploySiteId);
  if (!site) return no(refuse(consumptionRefusals.DEVICE_NOT_PLACED));
  if (!site.active && !input.offline) return no(refuse(consumptionRefusals.SITE_DISABLED));
  const { date, meal, price, no: priceless } = priceOf(input, place, payer, rules);
  const ended = expiry(payer, date);
  if (ended) return no(ended);
  if (priceless) return no(priceless);
  const request: ConsumeRequest = {
    kind: 'CONSUME',
    organizationId: place.organizationId,
    requestKey: input.requestKey,
    personId: payer.personId,
    occurredAt: input.occurredAt,
    businessDate: date,
    ...(input.operatorId === undefined ? {} : { operatorId: input.operatorId }),
    place: {
      restaurantId: site.restaurantId,
      deploySiteId: place.deploySiteId,
      deviceId: place.deviceId,
      mealPeriodId: meal?.id ?? 0,
      departmentId: payer.departmentId,
      personTypeId: payer.typeId,
      mode: input.mode,
      identify: input.identify,
      cardId: payer.cardId,
      cardNo: payer.cardNo,
      ...(input.deviceSeq === undefined ? {} : { deviceSeq: input.deviceSeq }),
      ...(input.offline ? { offline: true } : {}),
    },
    facts: { personState: payer.personState, ...(payer.cardState ? { cardState: payer.cardState } : {}) },
    price: price!,
    meaning: `${input.mode}:${input.amountFen ?? ''}:${input.cardNo ?? ''}`,
    ...(input.arrearsLimitFen === undefined ? {} : { arrearsLimitFen: input.arrearsLimitFen }),
    ...(input.companion ? { companion: input.companion } : {}),
  };
  return { outcome: await deps.wallet.submit(request), payer, mealName: meal?.name ?? null };
}

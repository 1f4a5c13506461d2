/** One consumption from a terminal or the console: who, which meal, what price, then the money door. */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { refuseReach } from '../../people/public.server.ts';
import { subsidyBounds } from '../../subsidy/public.server.ts';
import type { Companion, ConsumeRequest, Identify, Outcome, Posted, Tx, Wallet } from '../../wallet/public.server.ts';
import { dayKind } from '../pricing/day-kind.ts';
import { type Charge, priceSwipe } from '../pricing/price-swipe.ts';
import { type OrganizationRules, type RuleSource, rulesThen, type SiteRule } from '../pricing/rule-cache.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { HeldOffer, OfferDesk, ShopTill } from '../services.ts';
import { hasItems, itemIds, writeItems } from '../trades/trade-items.ts';
import { type ReportsAsked, reportedHere, type SchemeSource, schemeHere } from './meal-scheme.ts';
import type { Payer, PayerKey, Payers } from './payers.ts';
import type { SwipeThen } from './payers-then.ts';

export interface SwipeDeps {
  rules: RuleSource;
  payers: Payers;
  /** Who paid at the moment of each swipe, in their order. */
  payersThen: (organizationId: number, swipes: readonly SwipeThen[]) => Promise<(Payer | undefined)[]>;
  /** What meals reported ahead cost. */
  scheme: SchemeSource;
  reportsAsked: ReportsAsked;
  wallet: Wallet;
  ids: Services['ids'];
  /** The shops' till, once the domain that has shops is built. */
  shop: () => ShopTill;
  /** What activities take off, once the domain that has them is built. */
  offer: OfferDesk;
}

declare module '../../../kit/server/context.ts' {
  interface Services {
    /** What a consumption needs, for the pages that charge by hand. */
    swipes: SwipeDeps;
  }
}

/** Where it happens: the terminal's place as the registry knows it. 0 means none. */
export interface SwipePlace {
  organizationId: number;
  deviceId: number;
  deploySiteId: number;
}

export interface Swipe extends Charge {
  requestKey: string;
  cardNo?: string;
  personId?: number;
  identify: Identify;
  deviceSeq?: string;
  /** Taken while cut off: rules are those of the swipe, and whoever paid then has been looked up. */
  offline?: { payer: Payer | undefined };
}

export interface SwipeAnswer {
  outcome: Outcome;
  payer: Payer | undefined;
}

/** Why the person or the card can no longer be used on a business day. */
function expiry(payer: Payer, date: string): Refusal | undefined {
  if (payer.personValidEnd && payer.personValidEnd < date)
    return refuse(consumptionRefusals.EXPIRED, { what: '账户', day: payer.personValidEnd });
  if (payer.cardValidEnd && payer.cardValidEnd < date)
    return refuse(consumptionRefusals.EXPIRED, { what: '卡片', day: payer.cardValidEnd });
  return undefined;
}

/** Why the place does not sell now. Food taken offline is eaten: nothing of this is asked then. */
export function closed(site: SiteRule, meal: { id: number; name: string } | undefined): Refusal | undefined {
  if (!site.active) return refuse(consumptionRefusals.SITE_DISABLED);
  if (meal && site.mealPeriodIds.length > 0 && !site.mealPeriodIds.includes(meal.id))
    return refuse(consumptionRefusals.RESTAURANT_CLOSED, { restaurant: site.restaurantName, meal: meal.name });
  return undefined;
}

/** Why this person's type may not eat here now, or the person not on a day off. Asked online only. */
async function barred(
  rules: OrganizationRules,
  place: SwipePlace,
  site: SiteRule,
  payer: Payer,
  { date, meal }: { date: string; meal: { id: number; name: string } | undefined },
): Promise<Refusal | undefined> {
  const no = refuseReach(rules.reach, {
    typeId: payer.typeId,
    typeName: rules.types.get(payer.typeId)?.name ?? '',
    site: { id: place.deploySiteId, name: site.name },
    meal,
  });
  if (no || !rules.reach.weekendListRequired) return no;
  const kind = dayKind(date, rules.calendar);
  if (kind === 'WORKDAY') return undefined;
  const { organizationId } = place;
  const { personId, personName: name } = payer;
  return rules.reach.unregistered({
    organizationId,
    personId,
    name,
    date,
    dayKind: kind,
    mealPeriodId: meal?.id ?? 0,
  });
}

/** What the same request key must mean again. */
export function meaningOf(swipe: Charge & { cardNo?: string }): string {
  const items = swipe.takes ?? swipe.dishes ?? swipe.goods;
  return `${swipe.mode}:${swipe.amountFen ?? ''}:${swipe.cardNo ?? ''}${items ? `:${JSON.stringify(items)}` : ''}`;
}

/** Keeps plates and portions with the trade; undefined when there are none. */
export async function itemsCompanion(
  deps: Pick<SwipeDeps, 'ids' | 'shop'>,
  swipe: Charge,
  request: Pick<ConsumeRequest, 'organizationId' | 'personId' | 'place'>,
): Promise<Companion | undefined> {
  if (!hasItems(swipe)) return undefined;
  const ids = await itemIds(deps, swipe);
  const { organizationId, personId, place } = request;
  const { goods } = swipe;
  const owed = goods ? await deps.shop().idsFor(goods) : [];
  return async (tx: Tx, posted: Posted) => {
    await writeItems(
      tx,
      ids,
      swipe,
      {
        organizationId,
        personId,
        businessDate: posted.businessDate,
        mealPeriodId: place.mealPeriodId,
        restaurantId: place.restaurantId,
        deviceId: place.deviceId,
        occurredAt: swipe.occurredAt,
      },
      { tradeId: posted.postingId },
    );
    if (!goods) return undefined;
    const { postingId: tradeId, businessDate } = posted;
    const { restaurantId, offline = false } = place;
    const { occurredAt } = swipe;
    return deps
      .shop()
      .keep(tx, owed, { organizationId, restaurantId, tradeId, businessDate, personId, occurredAt, offline }, goods);
  };
}

/**
 * Charged as reduced, or without the offer where somebody else had the last of it: a companion's refusal leaves no answer under
 * the request's key.
 */
async function chargeWith(wallet: Wallet, offer: HeldOffer, request: ConsumeRequest): Promise<Outcome> {
  let gone = false;
  const outcome = await wallet.submit({
    ...request,
    price: offer.price(request.price),
    companion: async (tx, posted) => {
      const no = await offer.keep(tx, posted);
      gone = no !== undefined;
      return no ?? request.companion?.(tx, posted);
    },
  });
  offer.done(outcome);
  return gone && isRefusal(outcome) ? wallet.submit(request) : outcome;
}

/** Charges one swipe. Refusals carry rule and figure; nothing is thrown for bad input. */
export async function swipe(deps: SwipeDeps, place: SwipePlace, input: Swipe): Promise<SwipeAnswer> {
  const { organizationId, deploySiteId } = place;
  const { occurredAt, cardNo = '', personId = 0, offline } = input;
  if (offline)
    return swipeBy(
      deps,
      place,
      input,
      await rulesThen(deps.rules, organizationId, deploySiteId, occurredAt),
      offline.payer,
    );
  const rules = await deps.rules(organizationId);
  const meal = await reportedHere(deps.reportsAsked, rules, place, occurredAt);
  const key: PayerKey = { organizationId, cardNo, personId, ...(meal ? { meal } : {}) };
  // What they reported ahead has no version: it is looked up.
  const known = meal ? undefined : deps.payers.recall(key);
  if (known) {
    const answer = await swipeBy(deps, place, input, rules, known.payer, known.version);
    // The wallet found that nothing has changed since. Whatever was refused before it was asked may be so no longer.
    if (answer.byWallet && !(isRefusal(answer.outcome) && answer.outcome.code === 'FACTS_MOVED')) return answer;
  }
  return swipeBy(deps, place, input, rules, await deps.payers.find(key));
}

interface Decided extends SwipeAnswer {
  /** The outcome is the wallet's. */
  byWallet?: boolean;
}

/** Charges a swipe by these rules to this payer, read at a version of the organization's payers where one is said. */
async function swipeBy(
  deps: SwipeDeps,
  place: SwipePlace,
  input: Swipe,
  rules: OrganizationRules,
  payer: Payer | undefined,
  version?: number,
): Promise<Decided> {
  const { organizationId } = place;
  const { cardNo = '', personId = 0, offline } = input;
  const no = (refusal: Refusal): SwipeAnswer => ({ outcome: refusal, payer });
  if (!payer) return no(refuse(consumptionRefusals.UNKNOWN_CARD, { card: cardNo || String(personId || '') }));
  if (cardNo && personId && payer.personId !== personId) return no(refuse(consumptionRefusals.CARD_OF_OTHER));
  const site = rules.sites.get(place.deploySiteId);
  if (!site) return no(refuse(consumptionRefusals.DEVICE_NOT_PLACED));
  const { occurredAt } = input;
  const scheme = await schemeHere(deps.scheme, rules, place, payer, { occurredAt, offline: offline !== undefined });
  const { date, meal, price } = priceSwipe(rules, place.deploySiteId, payer.typeId, input, true, scheme);
  const stopped =
    (offline ? undefined : (closed(site, meal) ?? (await barred(rules, place, site, payer, { date, meal })))) ??
    expiry(payer, date);
  if (stopped) return no(stopped);
  if (isRefusal(price)) return no(price);
  const request: ConsumeRequest = {
    kind: 'CONSUME',
    organizationId,
    requestKey: input.requestKey,
    personId: payer.personId,
    occurredAt: input.occurredAt,
    businessDate: date,
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
      ...(offline ? { offline: true } : {}),
    },
    facts: {
      personState: payer.personState,
      ...(payer.cardState ? { cardState: payer.cardState } : {}),
      ...(version === undefined ? {} : { version }),
    },
    price,
    meaning: meaningOf(input),
    ...subsidyBounds(rules.subsidyUse, { ...place, mealPeriodId: meal?.id ?? 0 }),
  };
  const companion = await itemsCompanion(deps, input, request);
  const whole = companion ? { ...request, companion } : request;
  // Goods have prices of their own; what was eaten offline is charged as the terminal said.
  const offer =
    offline || input.mode === 'SHOP' || input.mode === 'COUNT'
      ? undefined
      : await deps.offer({
          organizationId,
          restaurantId: site.restaurantId,
          personId: payer.personId,
          date,
          occurredAt: input.occurredAt,
        });
  const outcome = await (offer ? chargeWith(deps.wallet, offer, whole) : deps.wallet.submit(whole));
  return { outcome, payer, byWallet: true };
}

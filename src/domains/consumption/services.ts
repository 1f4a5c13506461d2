/** What the till leaves to the domains above: what shops sell, what activities take off, orders handed out by hand. */
import type { Sql } from '../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../kit/server/refusal.ts';
import type { DeviceRecord } from '../device/public.server.ts';
import type { CounterState, Outcome, Posted, PricedTrade, Tx } from '../wallet/public.server.ts';

/** A line of goods as it is charged. */
export interface SoldGoods {
  goodsId: number;
  name: string;
  /** Base units. */
  qty: number;
  /** For `unitSize` base units, called `unitName`. */
  unitPriceFen: number;
  unitSize: number;
  unitName: string;
  amountFen: number;
  /** What is out of the ordinary: off the shelf, the shop frozen. */
  note: string;
}

export interface ShopPlace {
  organizationId: number;
  restaurantId: number;
}

export interface ShopSale extends ShopPlace {
  tradeId: number;
  businessDate: string;
  /** 0: nobody in particular. */
  personId: number;
  /** Epoch ms. */
  occurredAt: number;
  offline: boolean;
}

export interface ShopTill {
  /**
   * What the record's items come to; amounts are counted here, never taken. `settles`: a clerk settles a record that waited, by the
   * price of its time whatever the terminal knew.
   */
  price(place: ShopPlace, record: DeviceRecord, settles?: boolean): Promise<SoldGoods[] | Refusal>;
  /** Ids for `keep`, taken before the wallet's transaction. */
  idsFor(lines: readonly SoldGoods[]): Promise<number[]>;
  /** In the sale's transaction: what a person may buy on a day, and what stock is owed. */
  keep(tx: Tx, ids: readonly number[], sale: ShopSale, lines: readonly SoldGoods[]): Promise<Refusal | undefined>;
}

/** A swipe about to be priced. */
export interface OfferAsked extends ShopPlace {
  personId: number;
  /** Its business day. */
  date: string;
  occurredAt: number;
}

type Price = (counters: CounterState) => PricedTrade | Refusal;

/** What activities take off one swipe. Whoever holds one says what became of the swipe. */
export interface HeldOffer {
  /** The same price, reduced; pure but for remembering what it took off. */
  price(price: Price): Price;
  /** In the trade's transaction. Refused where the offer is no longer to be had: the swipe is then charged without. */
  keep(tx: Tx, posted: Posted): Promise<Refusal | undefined>;
  done(outcome: Outcome): void;
}

export type OfferDesk = (asked: OfferAsked) => Promise<HeldOffer | undefined>;

/** An order that can be handed out now. */
export interface OpenOrder {
  orderId: number;
  orderNo: string;
  personId: number;
  amountFen: number;
  /** Meals of the COUNT purse. */
  counts: number;
  dishes: string;
  /** It was left standing, and what was charged for that, which goes back first. */
  missed: boolean;
  missedFen: number;
}

interface HandedOrder {
  organizationId: number;
  orderId: number;
  by: { id: number; name: string };
  reason: string;
}

/** Each answers what was posted, the same when it is asked again. */
export interface OrderDesk {
  /** Orders of a meal at a restaurant, one a person; of everybody where nobody is named. */
  open(
    db: Sql,
    meal: { organizationId: number; diningDate: string; mealPeriodId: number; restaurantId: number },
    personIds: readonly number[] | null,
  ): Promise<OpenOrder[]>;
  /** Refused where the order costs something else than was agreed to. */
  take(
    order: HandedOrder & { restaurantId: number; amountFen: number; occurredAt: number; requestKey: string },
  ): Promise<{ posted: { postingId: number } } | Refusal>;
  /** Undoes the hand-out that was posted so. */
  giveBack(order: HandedOrder & { postingId: number }): Promise<{ posted: { postingId: number } } | Refusal>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that has shops. */
    shopTill: ShopTill;
    /** Filled by the domain that has activities. */
    offerDesk?: OfferDesk;
    /** Filled by the domain that has orders. */
    orderDesk?: OrderDesk;
  }
}

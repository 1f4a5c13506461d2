/** What ordering leaves to the domain that has activities: coupons taken off orders. */
import type { Sql } from '../../kit/server/db/sql-of.ts';

/** The order a coupon is, or would be, used for. */
export interface OrderKey {
  organizationId: number;
  orderId: number;
}

export interface CouponAsked {
  organizationId: number;
  personId: number;
  restaurantId: number;
  diningDate: string;
  /** What the dishes come to. */
  dishesFen: number;
}

/** All within the transaction of the order: a coupon is used exactly as long as the order that has it stands. */
export interface OrderCoupons {
  /** Fen the best coupon would take off; nothing is written. */
  foresee(db: Sql, asked: CouponAsked): Promise<number>;
  /** Takes it for the order and answers what it takes off; 0 where there is none. */
  take(db: Sql, asked: CouponAsked & OrderKey): Promise<number>;
  /** What the coupon the order has would take off so much; 0 where it has none, or where so much is too little for it. */
  cutOf(db: Sql, key: OrderKey, dishesFen: number): Promise<number>;
  /** The order has changed: its coupon takes so much off so much now. */
  change(db: Sql, key: OrderKey, dishesFen: number, cutFen: number): Promise<void>;
  /** The diner has it back. */
  giveBack(db: Sql, key: OrderKey): Promise<void>;
  /** Once more for the order that gave it back; false where it was used for something else or has lapsed since. */
  takeAgain(db: Sql, key: OrderKey): Promise<boolean>;
  /** The trade that stands booked for the order; null where it was taken back and the order stands. */
  booked(db: Sql, key: OrderKey, trade: { id: number; businessDate: string } | null): Promise<void>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that has activities. */
    orderCoupons?: OrderCoupons;
  }
}

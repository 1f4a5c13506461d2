/** What the till leaves to the domain above that has shops. */
import type { Refusal } from '../../kit/server/refusal.ts';
import type { DeviceRecord } from '../device/public.server.ts';
import type { Tx } from '../wallet/public.server.ts';

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

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that has shops. */
    shopTill: ShopTill;
  }
}

/**
 * What terminals hand over and what they are answered: the seam between the device API, which knows who sends, and
 * the domain that decides what a swipe costs. That domain puts its gateway into the services in `build`.
 */
import type { Refusal } from '../../kit/server/refusal.ts';
import { type Identify, keyOfNumber, type Posted } from '../wallet/public.server.ts';

export type DeviceMode = 'FIXED' | 'AMOUNT' | 'COUNT' | 'DISH' | 'WEIGH' | 'RECHARGE' | 'ORDER_PICKUP' | 'SHOP';

/** A paired terminal and the place it stands at, as known to the process (at most 5 s old). Id 0 means none. */
export interface DeviceAt {
  deviceId: number;
  organizationId: number;
  sn: string;
  name: string;
  mode: DeviceMode;
  deploySiteId: number;
  restaurantId: number;
  /** The deploy site and its restaurant are both in use. */
  placeActive: boolean;
}

/** How a record says what it costs; the same word as the terminal's mode. */
export type RecordMode = 'FIXED' | 'AMOUNT' | 'COUNT' | 'WEIGH' | 'DISH' | 'SHOP';

/** One take from a scale. The server multiplies; the terminal's own figure is not asked. */
export interface WeighTake {
  name: string;
  dishId?: number;
  trayNo?: string;
  /** What lay on the scale before and after, grams. */
  beforeG?: number;
  afterG?: number;
  /** Grams taken, from 1. */
  grams: number;
  pricePer100gFen: number;
  kcal?: number;
}

/** Portions of one dish. */
export interface DishLine {
  name: string;
  dishId?: number;
  quantity: number;
  unitPriceFen: number;
}

/** Goods of a shop, known by number, barcode or a label of the shop's scale. */
export interface ShopItem {
  goodsId?: number;
  barcode?: string;
  scaleCode?: string;
  /** Units; goods sold by weight bring grams. A scale's label brings its own. */
  quantity?: number;
  grams?: number;
  /** What the terminal believes it costs, and by which price of the list: never charged, only compared. */
  unitPriceFen: number;
  priceVersion?: number;
}

/** One swipe. Its request key is `recordKey(device, record)`, the same however often and by whichever way it comes. */
export interface DeviceRecord {
  /** Grows with every pairing, so that a terminal that lost its memory never repeats a (epoch, seq). */
  epoch: number;
  /** Counts this terminal's money records within the epoch, from 1 without holes. */
  seq: number;
  /**
   * When it happened, epoch ms: the arrival of an online swipe, the terminal's time corrected by its measured clock
   * offset for an offline one. A repeated record may differ in it by seconds: it is no part of its meaning.
   */
  occurredAt: number;
  /** The terminal's own clock, epoch ms. */
  deviceTime: number;
  cardNo?: string;
  /** For face and QR, where the terminal knows the person from its list. */
  personId?: number;
  mode: RecordMode;
  /** What the cashier keyed; AMOUNT only. */
  amountFen?: number;
  /** WEIGH only. */
  takes?: readonly WeighTake[];
  /** DISH only. */
  dishes?: readonly DishLine[];
  /** SHOP only. */
  items?: readonly ShopItem[];
  identify: Identify;
  /** The WeChat or Alipay code the terminal scanned off a phone: the channel pays, nobody's card. Online only. */
  payCode?: string;
  /** Taken while cut off, uploaded later. The food is eaten: refusing is no answer to an offline record. */
  offline: boolean;
}

/**
 * posted – the money moved (`posted.replayed` for a repeated record); paying – the diner has to confirm on the phone, the
 * same record is asked about again; suspended – an offline record that waits for a clerk, with why; a refusal – nothing
 * happened and nothing will.
 */
export type RecordOutcome =
  | { readonly posted: Posted; readonly personName?: string }
  | { readonly paying: string }
  | { readonly suspended: Refusal }
  | Refusal;

export interface ConsumeGateway {
  /** An online swipe. Hot path: rules from the process's memory, one call of the wallet. */
  consume(device: DeviceAt, record: DeviceRecord): Promise<RecordOutcome>;
  /** Up to 500 offline records in the order they were taken; the answers keep that order. */
  upload(device: DeviceAt, records: readonly DeviceRecord[]): Promise<RecordOutcome[]>;
}

/** The money request key of a record. */
export function recordKey(device: Pick<DeviceAt, 'deviceId'>, record: Pick<DeviceRecord, 'epoch' | 'seq'>): string {
  return keyOfNumber({ deviceId: device.deviceId, deviceSeq: `${record.epoch}-${record.seq}` });
}

declare module '../../kit/server/context.ts' {
  interface Services {
    consumeGateway: ConsumeGateway;
  }
}

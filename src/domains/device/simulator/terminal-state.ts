/** What a simulated terminal knows and keeps. */
import type { ShopItem } from '../gateway.ts';
import type { DayTotals } from '../records/days.ts';
import type { SignedCall, SignedFetch } from './signed-calls.ts';

export interface CardOnList {
  cardNo: string;
  personId: number;
  cardStatus: string;
  personStatus: string;
}

/** What the device API answers; `status` 0 when no answer came. */
export interface ApiAnswer {
  status: number;
  errorcode: number;
  errormsg: string;
  /** What a refusal says of single fields. */
  fields?: Readonly<Record<string, string>>;
  data: Record<string, unknown> | null;
}

export interface KeptRecord {
  epoch: number;
  seq: number;
  cardNo: string;
  mode: string;
  amountFen?: number;
  items?: readonly ShopItem[];
  /** What the terminal reckons by itself and never sends. */
  ownFen?: number;
  identify: 'CARD';
  /** The terminal's clock. */
  time: number;
  offsetMs: number;
}

export interface Terminal {
  readonly sn: string;
  readonly mode: string;
  /** base64url, for what it says by other ways. */
  readonly key: string;
  deviceId: number;
  epoch: number;
  /** The last number used. */
  seq: number;
  /** The last number of its events. */
  eventNo: number;
  /** Milliseconds its clock is ahead of the true time. */
  driftMs: number;
  /** Server minus terminal, as last learnt. */
  offsetMs: number;
  listVersion: number;
  cards: Map<string, CardOnList>;
  /** Faces it holds: the version, by person. */
  faces: Map<number, number>;
  kept: KeptRecord[];
  /** Its own totals by business day. */
  days: Map<string, DayTotals>;
  readonly call: SignedCall;
  /** The same, answered by bytes. */
  readonly fetch: SignedFetch;
  /** The terminal's own time. */
  now(): number;
}

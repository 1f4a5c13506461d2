/** What the page of a unit's money is told. */
import type { UnitType } from '../../../kit/define/page.ts';

/** Why money that is earned cannot be drawn yet. */
export interface Blocked {
  cause: string;
  what: string;
  fen: number;
  /** When silence agrees; null of what does not agree by itself. */
  day: string | null;
  path: string;
}

export interface Expected {
  date: string;
  what: string;
  fen: number;
  path: string;
}

export interface MoneyDay {
  date: string;
  inFen: number;
  outFen: number;
}

export interface UnitMoney {
  unitType: UnitType | null;
  /** Below which its pages stand: organization, contractor. */
  area: string;
  floatFen: number;
  /** Of 备付: what diners may still claim back. */
  unspentFen: number;
  /** Channels whose money goes to the unit's own merchant number: `微信支付 1900…`. */
  direct: string[];
  pendingFen: number;
  availableFen: number;
  withdrawableFen: number;
  frozenFen: number;
  /** The platform keeps its 可提现 from leaving. */
  stopped: boolean;
  /** Amounts it holds back, with why. */
  held: string[];
  claimFen: number;
  work: { label: string; count: number; hint: string; path: string }[];
  blocked: Blocked[];
  expected: Expected[];
  accounts: { id: number; name: string; status: string; until: string | null }[];
  days: MoneyDay[];
}

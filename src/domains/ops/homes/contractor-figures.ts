/** What a contractor's home is made of; server and console share it. */
import type { Day, WorkItem } from '../../../kit/define/blocks.ts';

export interface ContractorDay extends Day {
  /** Net of corrections, in the restaurants it served that day. */
  consumeFen: number;
  /** Of diners whose units open their accounts to it. */
  rechargeFen: number;
}

export interface ServedUnit {
  id: number;
  name: string;
  consumeCount: number;
  heads: number;
  netFen: number;
  /** Net a week ago by this time of day. */
  lastWeekFen: number;
}

export interface ContractorHome {
  date: string;
  work: readonly WorkItem[];
  consumeFen: number;
  consumeLastWeekFen: number;
  heads: number;
  headsLastWeek: number;
  rechargeFen: number;
  /** A week ago by this time of day. */
  rechargeLastWeekFen: number;
  monthFen: number;
  /** Portions ordered ahead for today that nobody has eaten yet. */
  waitingPortions: number;
  units: number;
  restaurants: number;
  /** Of its own purse, fen. */
  availableFen: number;
  pendingFen: number;
  days: readonly ContractorDay[];
  served: readonly ServedUnit[];
}

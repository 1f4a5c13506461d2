/** What the platform's home is made of; server and console share it. */
import type { Day } from '../../../kit/define/blocks.ts';

export interface PlatformDay extends Day {
  /** Net of corrections. */
  consumeFen: number;
  rechargeFen: number;
}

export interface BusyUnit {
  id: number;
  name: string;
  people: number;
  heads: number;
  consumeFen: number;
}

export interface PlatformHome {
  date: string;
  consumeFen: number;
  heads: number;
  rechargeFen: number;
  /** The same a week ago, by this time of day. */
  consumeLastWeekFen: number;
  headsLastWeek: number;
  rechargeLastWeekFen: number;
  /** `path` opens the lines behind the count, where the platform has them. */
  work: { label: string; count: number; path?: string; query?: Record<string, string>; hint: string }[];
  agents: number;
  contractors: number;
  organizations: number;
  people: number;
  devices: { inUse: number; online: number };
  /** Money of diners held by the platform's units. */
  floatFen: number;
  days: PlatformDay[];
  /** The busiest organizations today. */
  busiest: BusyUnit[];
}

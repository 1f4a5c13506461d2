/** What the organization's home is made of; server and console share it. */
import type { DayFigures } from '../../wallet/public.server.ts';

export interface HomeDay {
  date: string;
  consumeFen: number;
  heads: number;
}

export interface HomeMeal {
  id: number;
  name: string;
  heads: number;
  consumeCount: number;
  netFen: number;
  /** The same meal a week ago. */
  lastWeekHeads: number;
}

export interface OrganizationHome extends DayFigures {
  date: string;
  work: { label: string; count: number; path: string; hint: string }[];
  floatFen: number;
  people: number;
  meals: HomeMeal[];
  days: HomeDay[];
  devices: { id: number; name: string; online: boolean; lastBeatAt: string | null; offlineCount: number }[];
}

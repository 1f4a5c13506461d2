/** What the organization's home is made of; server and console share it. */

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

export interface OrganizationHome {
  date: string;
  work: { label: string; count: number; path: string; hint: string }[];
  consumeFen: number;
  consumeLastWeekFen: number;
  heads: number;
  headsLastWeek: number;
  rechargeFen: number;
  rechargeLastWeekFen: number;
  floatFen: number;
  people: number;
  meals: HomeMeal[];
  days: HomeDay[];
  devices: { id: number; name: string; online: boolean; lastBeatAt: string | null; offlineCount: number }[];
}

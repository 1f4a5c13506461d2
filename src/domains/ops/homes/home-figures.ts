/** What the organization's home is made of; server and console share it. */
import type { Day, WorkItem } from '../../../kit/define/blocks.ts';

export interface HomeDay extends Day {
  consumeFen: number;
  heads: number;
}

export interface HomeMeal {
  id: number;
  name: string;
  heads: number;
  consumeCount: number;
  netFen: number;
  /** The same meal a week ago, at this time of day. */
  lastWeekHeads: number;
}

/** Portions so far, and whole minutes until no more are taken; 0 once closed. */
export interface Taken {
  portions: number;
  leftMinutes: number;
}

export interface ComingMeal {
  /** `YYYY-MM-DD`. */
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** Null where the meal is not reported, or not ordered. `byDefault`: people who eat unless they say otherwise, `counted`: reported without names. */
  reported: (Taken & { byDefault: number; counted: number }) | null;
  ordered: Taken | null;
  /** Guests who are expected. */
  guests: number;
  /** Portions foretold for the whole unit; null where none are. */
  forecast: number | null;
  forecastRange: string;
  /** What was made and not eaten of the last meal of its kind, in words; empty where that is not known. */
  wasted: string;
}

/** The meal that is being served. */
export interface Serving {
  mealPeriodId: number;
  name: string;
  hours: string;
  /** When it began. */
  since: string;
  heads: number;
  /** A week ago at this minute. */
  lastWeekHeads: number;
  /** Reported, ordered, invited, or foretold where that is more; null where nothing is known. */
  expected: number | null;
  /** Swipes of the last five minutes. */
  lately: number;
  windows: { id: number; name: string; swipes: number; lately: number; secondsEach: number | null }[];
  refusals: { why: string; label: string; count: number }[];
}

/** 就餐实况: the meal that is being served, or the one to come, and the day so far. */
export interface LunchNow {
  date: string;
  serving: Serving | null;
  next: { name: string; hours: string; tomorrow: boolean } | null;
  meals: HomeMeal[];
  /** The unit's screens and whether each shows it; null where who looks has nothing to do with screens. */
  screens: { id: number; name: string; shows: boolean }[] | null;
}

/** What the home of who looks after some departments is made of. */
export interface DepartmentHome {
  date: string;
  people: number;
  /** On leave, on a trip: registered for today. */
  away: number;
  heads: number;
  coming: ComingMeal[];
  work: WorkItem[];
}

export interface OrganizationHome {
  date: string;
  consumeFen: number;
  heads: number;
  rechargeFen: number;
  /** The same a week ago, at this time of day: a day that is not over is compared with no whole one. */
  consumeLastWeekFen: number;
  headsLastWeek: number;
  rechargeLastWeekFen: number;
  work: WorkItem[];
  floatFen: number;
  people: number;
  /** Null between meals. */
  serving: Serving | null;
  meals: HomeMeal[];
  coming: ComingMeal[];
  days: HomeDay[];
  devices: { id: number; name: string; online: boolean; lastBeatAt: string | null; offlineCount: number }[];
}

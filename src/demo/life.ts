/** One organization of the demo while its past is lived, and the days it lives. */
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import type { DemoPerson } from './people.ts';
import type { Places } from './places.ts';
import type { OrganizationPlan } from './plan.ts';

export const area = '/admin/organization';

export interface Life {
  services: Services;
  organizationId: number;
  /** The administrator who signs in as `plan.loginName`. */
  actor: Actor;
  /** The second administrator, who decides what the first one makes. */
  checker: Actor;
  plan: OrganizationPlan;
  people: readonly DemoPerson[];
  /** The dozen of `people` to whom things happen: cards lost, refunds asked for, duty on Sundays. */
  cast: readonly DemoPerson[];
  places: Places;
}

export interface Span {
  /** First and last business day, `YYYY-MM-DD`; the last one ends at `until` (epoch ms). */
  from: string;
  to: string;
  until: number;
  /** Sets the clock commands see; the demo's past is lived, not written. */
  setNow(ms: number): void;
}

/** Something that happens at a moment (epoch ms); the clock stands there while it is done. */
export interface Step {
  when: number;
  play(): Promise<unknown>;
}

/** A minute after midnight of a day, epoch ms. */
export const at = (day: string, minute: number): number =>
  Date.parse(`${day}T00:00:00+08:00`) + Math.round(minute * 60_000);

/** Minutes after midnight of `HH:mm`. */
export const minutesOf = (hm: string): number => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

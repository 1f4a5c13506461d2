/** What the gate domain puts into the services: whoever follows people through doors is told in the event's transaction. */
import type { EventCtx } from '../device/public.server.ts';

/** A passage as its door told it. */
export interface PassageTold {
  id: number;
  /** Business day, `YYYY-MM-DD`; with the id it is the row's key. */
  day: string;
  family: string;
  direction: 'IN' | 'OUT';
  verdict: string;
  personId: number | null;
}

/** Told after the passages are written. */
export type PassageFollower = (
  ctx: EventCtx,
  organizationId: number,
  passages: readonly PassageTold[],
) => Promise<void>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Domains above add theirs when they are built. */
    passageFollowers: PassageFollower[];
    /** Why somebody may not go into a kitchen after all, asked the moment they stand at its door; by the domain of kitchens. */
    unfitAtDoor: ((organizationId: number, personId: number, kind: string) => Promise<string | undefined>) | undefined;
  }
}

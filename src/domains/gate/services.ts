/** What the gate domain puts into the services: whoever follows people through doors is told in the event's transaction. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Sql } from '../../kit/server/db/sql-of.ts';
import type { EventCtx } from '../device/public.server.ts';
import type { Family, StaffAsk } from './districts/district-words.ts';

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

/** A district somebody of the kitchen wants to enter. */
export interface Entered {
  family: Family;
  kind: string;
  asks: readonly StaffAsk[];
}

/** The people of the kitchen, whose passes say when they may enter where something is asked of them. */
export interface KitchenStaff {
  /** Their persons, in the order of the ids. */
  everybody(db: Sql, organizationId: number): Promise<number[]>;
  /** Why one of them may not go in after all, asked the moment they stand at the door; undefined for anybody else. */
  unfitAtDoor(organizationId: number, personId: number, entered: Entered): Promise<string | undefined>;
  /** Makes their passes what the districts ask now, in the caller's transaction. */
  settle(ctx: Pick<Ctx, 'db' | 'ids' | 'clock'>, organizationId: number): Promise<void>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Domains above add theirs when they are built. */
    passageFollowers: PassageFollower[];
    /** By the domain of kitchens. */
    kitchenStaff: KitchenStaff | undefined;
  }
}

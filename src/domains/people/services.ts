/** What domains above fill in of people. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Refusal } from '../../kit/server/refusal.ts';

/** Says why one of these people may not be closed yet, or nothing. */
export type CloseGuard = (ctx: Ctx, people: readonly { id: number; name: string }[]) => Promise<Refusal | undefined>;

/** A day that by law is not what its weekday says: a weekday off, or a weekend worked instead. */
export interface LawfulDay {
  /** `YYYY-MM-DD`. */
  day: string;
  kind: 'HOLIDAY' | 'WORKDAY';
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Asked before an account is closed; domains above add theirs when they are built. */
    closeGuards: CloseGuard[];
    /** Those of a year, `YYYY`; consumption, which keeps the calendar, fills it in. */
    lawfulDays: (year: string) => readonly LawfulDay[];
  }
}

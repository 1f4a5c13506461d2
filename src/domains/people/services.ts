/** What domains above fill in of people. */
import type { Outcome } from '../../kit/define/page.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Refusal } from '../../kit/server/refusal.ts';

export type Leaver = Readonly<{ id: number; name: string }>;

/** What a domain above has to say before an account is closed. */
export interface CloseGuard {
  /** Why one of these people may not be closed yet, or nothing. */
  refuse: (ctx: Ctx, people: readonly Leaver[]) => Promise<Refusal | undefined>;
  /** What is still open of them, for the dialog. */
  tell: (ctx: Ctx, people: readonly Leaver[]) => Promise<OpenOfLeavers>;
  /**
   * Ends what is open, each thing in its own transaction, and may be repeated: what is ended already is passed over. A
   * refusal where the account may not, before anything was ended.
   */
  end: (ctx: Ctx, people: readonly Leaver[], reason: string) => Promise<EndedOfLeavers | Refusal>;
}

export interface OpenOfLeavers {
  lines: Outcome['lines'];
  /** How many things are open, in words: 2 单; none where nothing is, or where the account may not end them. */
  mayEnd?: string;
  /** What people get back with them, and have to be paid out before they are closed. */
  backFen: number;
}

export interface EndedOfLeavers {
  /** 2 单. */
  what: string;
  backFen: number;
}

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

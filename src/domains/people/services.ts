/** What domains above fill in of people. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Refusal } from '../../kit/server/refusal.ts';

/** Says why one of these people may not be closed yet, or nothing. */
export type CloseGuard = (ctx: Ctx, people: readonly { id: number; name: string }[]) => Promise<Refusal | undefined>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Asked before an account is closed; domains above add theirs when they are built. */
    closeGuards: CloseGuard[];
  }
}

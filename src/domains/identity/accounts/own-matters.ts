/** What waits for the holder of an account, whatever unit he acts for: passwords others made for it, invitations. */
import { sql } from 'kysely';
import type { OwnMatters } from '../../../kit/define/matters.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { waitingInvitations } from '../invitations/own-invitations.ts';
import { resetNotices } from '../resets/reset-notices.ts';

export async function ownMatters(ctx: Ctx): Promise<OwnMatters> {
  const { accountId } = ctx.session;
  return {
    resets: await resetNotices(ctx, accountId, true),
    // Other units ask: their rows are one's own by the account.
    invitations: await waitingInvitations(ctx.services, beyondScope(ctx), accountId),
  };
}

/** How many there are. */
export async function countMatters({ db, clock }: Services, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select /* wall: of the account itself */
    (select count(*)::int from password_reset where account_id = ${accountId} and seen_at is null)
    + (select count(*)::int from employee where account_id = ${accountId} and status = 'INVITED'
        and invited_until > ${isoAt(clock.now())}) as count`.execute(db);
  return rows[0]!.count;
}

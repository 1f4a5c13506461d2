/** Somebody who belongs to no unit any more is asked before there is a session: a ticket stands for the good password. */

import type { Invitation } from '../../../kit/define/matters.ts';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { hashToken, newToken, type Origin, openSession } from '../sessions/tokens.ts';
import { answerPage, answerWord } from './answer-signed-in.ts';
import { answerInvitation, type InvitationAnswer, waitingInvitations } from './own-invitations.ts';

const ticketMs = 10 * 60_000;

/** The invitations with a ticket to answer them by; undefined when nobody asked. */
export async function invitedInstead(
  services: Services,
  accountId: number,
): Promise<{ ticket: string; invitations: Invitation[] } | undefined> {
  const invitations = await waitingInvitations(services, services.db, accountId);
  if (invitations.length === 0) return undefined;
  const ticket = newToken(services);
  const now = services.clock.now();
  await services.db
    .insertInto('invitation_ticket')
    .values({ ticket_hash: hashToken(ticket), account_id: accountId, expires_at: isoAt(now + ticketMs) })
    .execute();
  return { ticket, invitations };
}

/** The answer; a yes opens a session of the new membership. The ticket is used up either way. */
export async function answerAtSignIn(
  services: Services,
  ticket: string,
  answer: InvitationAnswer,
  origin: Origin,
): Promise<{ token: string | null } | Refusal> {
  const now = services.clock.now();
  const done = await services.db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('invitation_ticket')
      .where('ticket_hash', '=', hashToken(ticket))
      .where('expires_at', '>', isoAt(now))
      .returning('account_id')
      .executeTakeFirst();
    const account = used
      ? await trx
          .selectFrom('account')
          .selectAll()
          .where('id', '=', used.account_id)
          .where('status', '=', 'NORMAL')
          .executeTakeFirst()
      : undefined;
    if (!account) return refuse('INVITATION_OVER');
    const member = await answerInvitation(services, trx, account.id, answer);
    if (isRefusal(member)) return member;
    await writeAudit(
      sqlOf(trx),
      await services.ids.next(),
      isoAt(now),
      {
        accountId: account.id,
        actor: account.name,
        unitType: member.unit_type,
        unitId: member.unit_id,
        ip: origin.ip,
        page: answerPage(member),
      },
      { action: answerWord(answer.accept), targetId: member.id, targetName: account.login_name },
    );
    return { token: answer.accept ? await openSession(services, trx, account.id, member.id, origin) : null };
  });
  return done;
}

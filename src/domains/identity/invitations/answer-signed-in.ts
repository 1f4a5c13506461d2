/** The answer to an invitation by somebody who is signed in. */
import { auditOrigin } from '../../../kit/server/audit/origin.ts';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import type { EmployeeRow } from '../tables.ts';
import { answerInvitation, type InvitationAnswer } from './own-invitations.ts';

const pages = {
  PLATFORM: '/admin/platform/employee',
  AGENT: '/admin/agent/employee',
  CONTRACTOR: '/admin/contractor/employee',
  ORGANIZATION: '/admin/organization/employee',
} as const;

/** In the log of the unit that asked, at the record its managers look at. */
export const answerPage = (member: Pick<EmployeeRow, 'unit_type'>): string => pages[member.unit_type];
export const answerWord = (accept: boolean): string => (accept ? '接受邀请' : '拒绝邀请');

/** Accepts or declines; the identity can be switched to from then on. */
export async function answerSignedIn(ctx: Ctx, answer: InvitationAnswer): Promise<Refusal | null> {
  // Another unit asks: its row lies outside the scope of the unit acted for, and is one's own by the account.
  const member = await answerInvitation(ctx.services, beyondScope(ctx), ctx.session.accountId, answer);
  if (isRefusal(member)) return member;
  const origin = { ...auditOrigin(ctx), unitType: member.unit_type, unitId: member.unit_id, page: answerPage(member) };
  const entry = { action: answerWord(answer.accept), targetId: member.id, targetName: ctx.session.account };
  await writeAudit(sqlOf(ctx.db), await ctx.ids.next(), isoAt(ctx.clock.now()), origin, entry);
  ctx.services.sessionCache.forget(ctx.session.accountId);
  return null;
}

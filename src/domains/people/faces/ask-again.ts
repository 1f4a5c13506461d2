/** A notice that goes further than the one agreed to: whoever agreed is asked again (PIPL art. 14), and paused without an answer. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Work } from '../../shell/public.server.ts';
import { acting } from '../acting.ts';
import { noteConsents } from './note-consent.ts';

export const askAgainPath = '/admin/organization/face_info_count/ask_again';

export const askAgainWork: Work = {
  label: '重新征求人脸同意',
  path: askAgainPath,
  search: { state: ['DUE', 'PAUSED'] },
  needs: 'answer',
  hint: '告知书改宽后须重新同意，到期没有答复的人脸暂停使用',
};

/**
 * Asks everybody who agreed to an earlier notice of the unit, under the people lock, in the transaction that published number
 * `noticeNo`. Who is paused already stays so. Answers how many were asked.
 */
export async function askAgain(ctx: Ctx, noticeNo: number, answerDays: number): Promise<number> {
  const { organizationId } = acting(ctx);
  const db = sqlOf(ctx.db);
  const at = isoAt(ctx.clock.now());
  const dueOn = addDays(at.slice(0, 10), answerDays);
  const { rows } = await db.query<{ personId: number }>(
    `update face_info f set asked_notice = $2, answer_due_on = $3, updated_at = $4, version = f.version + 1
       from person p
      where f.organization_id = $1 and p.organization_id = f.organization_id and p.id = f.person_id and p.status <> 'CLOSED'
        and f.consent_at is not null and f.status in ('NONE', 'OK', 'REJECTED')
      returning f.person_id as "personId"`,
    [organizationId, noticeNo, dueOn, at],
  );
  const people = rows.map(({ personId }) => personId);
  await noteConsents(ctx, db, people, { kind: 'ASKED', note: `${noticeNo} 号告知书，请在 ${dueOn} 前答复` });
  return rows.length;
}

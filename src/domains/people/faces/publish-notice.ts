/** 发布告知书: a new number of the unit's privacy notice; what was consented to before keeps its text. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { lockPeople } from '../cards/card-list.ts';
import { askAgain } from './ask-again.ts';
import { purposeWords } from './face-purposes.ts';

/**
 * Publishes the text for these purposes under the unit's next number, with its SHA-256; with `answerDays` whoever agreed before is
 * asked again. Purposes that the notice before did not name cannot be published without.
 */
export async function publishNotice(
  ctx: Ctx,
  { body, purposes, answerDays }: { body: string; purposes: readonly string[]; answerDays: number | null },
): Promise<{ id: number } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  await lockPeople(db, organizationId);
  const { rows: before } = await db.query<{ no: number; purposes: string[] }>(
    `select notice_no as no, purposes from privacy_notice where organization_id = $1 order by notice_no desc limit 1`,
    [organizationId],
  );
  const wider = purposes.filter((purpose) => before[0] && !before[0].purposes.includes(purpose));
  if (wider.length > 0 && answerDays === null)
    return refuseField(
      'answerDays',
      `比 ${before[0]!.no} 号多了「${purposeWords(wider)}」，须重新征求同意：请填写答复期限`,
    );
  const id = await ctx.ids.next();
  const no = (before[0]?.no ?? 0) + 1;
  await db.query(
    `insert into privacy_notice (organization_id, id, notice_no, body, purposes, digest, answer_days, published_at, published_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      organizationId,
      id,
      no,
      body,
      purposes,
      createHash('sha256').update(body).digest('hex'),
      answerDays,
      isoAt(ctx.clock.now()),
      ctx.session.name,
    ],
  );
  const asked = answerDays === null ? 0 : await askAgain(ctx, no, answerDays);
  await ctx.audit({
    action: '发布告知书',
    targetId: id,
    targetName: `${no} 号${asked > 0 ? `，重新征求 ${asked} 人` : ''}`,
  });
  return { id };
}

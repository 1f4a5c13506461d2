/** 发布告知书: a new number of the unit's privacy notice; what was consented to before keeps its text. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { lockPeople } from '../cards/card-list.ts';

/** Publishes the text for these purposes under the unit's next number, with its SHA-256. */
export async function publishNotice(
  ctx: Ctx,
  { body, purposes }: { body: string; purposes: readonly string[] },
): Promise<{ id: number }> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  await lockPeople(db, organizationId);
  const id = await ctx.ids.next();
  const { rows } = await db.query<{ no: number }>(
    `insert into privacy_notice (organization_id, id, notice_no, body, purposes, digest, published_at, published_name)
     select $1, $2, coalesce(max(notice_no), 0) + 1, $3, $4, $5, $6, $7 from privacy_notice where organization_id = $1
     returning notice_no as no`,
    [
      organizationId,
      id,
      body,
      purposes,
      createHash('sha256').update(body).digest('hex'),
      isoAt(ctx.clock.now()),
      ctx.session.name,
    ],
  );
  await ctx.audit({ action: '发布告知书', targetId: id, targetName: `${rows[0]!.no} 号` });
  return { id };
}

/** 告知书. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { lockPeople } from '../../cards/card-list.ts';
import spec from './face-info-count-privacy.page.ts';

export default bind(spec, {
  list: over(spec, 'privacy_notice as n', {
    columns: {
      consents: sql`(select count(distinct c.person_id)::int from face_consent c
        where c.organization_id = n.organization_id and c.notice_no = n.notice_no and c.kind = 'GIVEN')`,
    },
  }),
  create: async (ctx, values) => {
    const organizationId = ownOrganization(ctx);
    const db = sqlOf(ctx.db);
    await lockPeople(db, organizationId);
    const body = String(values.body);
    const id = await ctx.ids.next();
    const { rows } = await db.query<{ no: number }>(
      `insert into privacy_notice (organization_id, id, notice_no, body, purposes, digest, published_at, published_name)
       select $1, $2, coalesce(max(notice_no), 0) + 1, $3, $4, $5, $6, $7 from privacy_notice where organization_id = $1
       returning notice_no as no`,
      [
        organizationId,
        id,
        body,
        values.purposes,
        createHash('sha256').update(body).digest('hex'),
        isoAt(ctx.clock.now()),
        ctx.session.name,
      ],
    );
    await ctx.audit({ action: '发布告知书', targetId: id, targetName: `${rows[0]!.no} 号` });
    return { id };
  },
});

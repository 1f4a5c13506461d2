/** 告知书. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { publishNotice } from '../publish-notice.ts';
import spec from './face-info-count-privacy.page.ts';

export default bind(spec, {
  list: over(spec, 'privacy_notice as n', {
    columns: {
      consents: sql`(select count(distinct c.person_id)::int from face_consent c
        where c.organization_id = n.organization_id and c.notice_no = n.notice_no and c.kind = 'GIVEN')`,
      waiting: sql`(select count(*)::int from face_info f
        where f.organization_id = n.organization_id and f.asked_notice = n.notice_no)`,
    },
  }),
  create: (ctx, { body, purposes, answerDays }) =>
    publishNotice(ctx, { body: body!, purposes: purposes!, answerDays: answerDays ?? null }),
});

import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { contractorName } from '../../names.ts';
import '../../tables.ts';
import { readNotice } from '../notice-moves.ts';
import spec from './organization-notice.page.ts';

interface Told {
  title: string;
  content: string;
  publish_at: string;
}

/** What was told the unit and still stands. */
const standing = (
  ctx: Ctx,
) => sql<Told>`lateral (select /* wall: the notice told to the row's unit */ n.title, n.content, n.publish_at
  from contractor_notice n where n.contractor_id = u.contractor_id and n.id = u.notice_id and n.status = 'PUBLISHED'
    and (n.expire_on is null or n.expire_on >= ${dateAt(ctx.clock.now())}::date))`;

/** Whether who looks has read it. */
const mine = (ctx: Ctx) => sql<{
  read: boolean;
}>`lateral (select exists (select /* wall: who looks */ from contractor_notice_read r
  where r.organization_id = u.organization_id and r.notice_id = u.notice_id and r.account_id = ${ctx.session.accountId}) as read)`;

export default bind(spec, {
  list: over(
    spec,
    'contractor_notice_unit as u',
    {
      id: 'u.notice_id',
      columns: {
        title: 'n.title',
        content: 'n.content',
        publishAt: 'n.publish_at',
        contractorName: contractorName('u.contractor_id'),
        isRead: 'm.read',
      },
    },
    (from, ctx) =>
      from.innerJoin(standing(ctx).as('n'), (on) => on.onTrue()).innerJoin(mine(ctx).as('m'), (on) => on.onTrue()),
  ),
  actions: { read: readNotice },
});

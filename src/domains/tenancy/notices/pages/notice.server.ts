import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../own-contractor.ts';
import '../../tables.ts';
import { noticeMoves } from '../notice-moves.ts';
import spec from './notice.page.ts';

const crud = tableCrud(spec, {
  table: 'contractor_notice',
  nameField: 'title',
  owner: (ctx) => ({
    contractor_id: ownContractor(ctx),
    status: 'DRAFT',
    maker_id: ctx.session.accountId,
    maker_name: ctx.session.name,
  }),
  check: (_ctx, _values, before) =>
    before && before.status !== 'DRAFT' ? refuse('NOT_NOW', { why: '发布后不能修改，请撤回后另发一份' }) : undefined,
});

const units = (
  condition: string,
) => sql`(select /* wall: units told of the row */ count(*)::int from contractor_notice_unit u
  where u.contractor_id = t.contractor_id and u.notice_id = t.id and ${sql.raw(condition)})`;

export default bind(spec, {
  list: over(spec, 'contractor_notice as t', {
    columns: { toldCount: units('true'), readCount: units('u.readers > 0'), unreadCount: units('u.readers = 0') },
  }),
  create: crud.create,
  update: crud.update,
  actions: noticeMoves,
});

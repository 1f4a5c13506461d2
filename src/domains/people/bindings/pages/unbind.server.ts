/** Server side of 解绑管理. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import { bindingFlow } from '../binding-states.ts';
import spec from './unbind.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'person_binding as b',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: { cardNo: sql`coalesce(b.card_no, c.card_no)` },
      names: { departmentId: departmentPath },
      where: {
        keyword: (value) =>
          sql`(${personOr('b.nickname')(value)} or b.phone = ${String(value).trim()} or b.card_no = ${String(value).trim()})`,
      },
    },
    (from) =>
      from.leftJoin('card as c', (on) =>
        on
          .onRef('c.organization_id', '=', 'p.organization_id')
          .onRef('c.person_id', '=', 'p.id')
          .on('c.status', 'in', ['NORMAL', 'LOST', 'FROZEN']),
      ),
  ),
  actions: moves(bindingFlow, {
    table: 'person_binding',
    name: (_, row) => `${row.personName}（${row.kind === 'APP' ? '应用' : '微信'} ${row.nickname ?? ''}）`,
    write: {
      unbind: (ctx, { reason }) => ({
        unbound_at: isoAt(ctx.clock.now()),
        unbound_name: ctx.session.name,
        unbind_reason: String(reason),
      }),
    },
  }),
});

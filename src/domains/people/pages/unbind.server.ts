/** Server side of 解绑管理. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { bindingTransitions } from '../binding-states.ts';
import { departmentPath, departmentWithin } from '../department-sql.ts';
import { personOr } from '../person-search.ts';
import spec from './unbind.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('wechat_binding as b')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'b.organization_id').onRef('p.id', '=', 'b.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('card as c', (on) =>
          on
            .onRef('c.organization_id', '=', 'p.organization_id')
            .onRef('c.person_id', '=', 'p.id')
            .on('c.status', 'in', ['NORMAL', 'LOST', 'FROZEN']),
        ),
    columns: {
      personId: 'b.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      cardNo: 'c.card_no',
      nickname: 'b.nickname',
      phone: 'b.phone',
      relation: 'b.relation',
      boundAt: 'b.bound_at',
      status: 'b.status',
      unboundAt: 'b.unbound_at',
      unboundName: 'b.unbound_name',
      unbindReason: 'b.unbind_reason',
    },
    names: { personId: 'p.name', departmentId: departmentPath },
    where: {
      departmentId: (value) => departmentWithin('p.organization_id', 'p.department_id', value),
      keyword: (value) => sql`(${personOr('b.nickname')(value)} or b.phone = ${String(value).trim()})`,
    },
    id: 'b.id',
  },
  actions: {
    unbind: async (ctx, { ids, rows, values }) => {
      const { from, to, label } = bindingTransitions.unbind;
      const reason = String(values.reason);
      const done = await ctx.db
        .updateTable('wechat_binding')
        .set({
          status: to,
          unbound_at: isoAt(ctx.clock.now()),
          unbound_name: ctx.session.name,
          unbind_reason: reason,
        })
        .where('id', 'in', ids)
        .where('status', 'in', from)
        .executeTakeFirst();
      if (done.numUpdatedRows !== BigInt(ids.length)) return refuse('STALE');
      for (const row of rows)
        await ctx.audit({
          action: label,
          targetId: row.id,
          targetName: `${row.personName}（微信 ${row.nickname ?? ''}）`,
          changes: [{ key: 'reason', label: '解绑原因', before: null, after: reason }],
        });
      return null;
    },
  },
});

import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { datesInOrder } from '../dates-in-order.ts';
import { regionName } from '../names.ts';
import { withOwner } from '../open-unit.ts';
import { nameOptions } from '../options.ts';
import { shownStatus, todayTable, unitAction } from '../unit-list.ts';
import agent from './agent.page.ts';

const crud = tableCrud(agent, {
  table: 'agent',
  owner: () => ({}),
  skip: ['loginName', 'password'],
  unique: { agent_name: 'name' },
  check: (_ctx, values, before) => datesInOrder(values, before, 'contractStart', 'contractEnd'),
});

export default bind(agent, {
  list: {
    from: (db, ctx) => db.selectFrom('agent as a').innerJoin(todayTable(ctx), (join) => join.onTrue()),
    id: 'a.id',
    version: 'a.version',
    columns: {
      name: 'a.name',
      gradeId: 'a.grade_id',
      regionId: 'a.region_id',
      contact: 'a.contact',
      phone: 'a.phone',
      licenseNo: 'a.license_no',
      contractStart: 'a.contract_start',
      contractEnd: 'a.contract_end',
      customerCount: sql`((select count(*) from contractor c where c.agent_id = a.id)
        + (select count(*) from organization o where o.agent_id = a.id))::int`,
      status: shownStatus('a', 'contract_end'),
      createdAt: 'a.created_at',
      loginName: null,
      password: null,
    },
    names: {
      gradeId: sql`(select g.name from agent_grade g where g.id = a.grade_id)`,
      regionId: regionName('a.region_id'),
    },
  },
  create: async (ctx, values) => withOwner(ctx, 'AGENT', values, await crud.create(ctx, values)),
  update: crud.update,
  options: nameOptions('agent'),
  actions: { disable: unitAction('agent', 'disable'), enable: unitAction('agent', 'enable') },
});

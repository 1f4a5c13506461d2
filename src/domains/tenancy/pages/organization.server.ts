import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { agentName, regionName } from '../names.ts';
import { withOwner } from '../open-unit.ts';
import { nameOptions } from '../options.ts';
import { shownStatus, todayTable, unitAction } from '../unit-list.ts';
import organization from './organization.page.ts';

const crud = tableCrud(organization, {
  table: 'organization',
  owner: () => ({}),
  skip: ['loginName', 'password', 'trial'],
  unique: { organization_name: 'name' },
  check: (_ctx, values, before) =>
    before && values.trial && !before.trial ? refuseField('trial', '正式单位不能改回试用') : undefined,
  after: async (ctx, id, values, before) => {
    const [from, to] = values.trial ? ['NORMAL', 'TRIAL'] : ['TRIAL', 'NORMAL'];
    if (values.trial !== undefined && Boolean(before?.trial) !== Boolean(values.trial))
      await ctx.db
        .updateTable('organization')
        .set({ status: to })
        .where('id', '=', id)
        .where('status', '=', from)
        .execute();
    return undefined;
  },
});

const partners = (column: 'id' | 'name') => sql`array(select c.${sql.ref(column)} from contractor c
  where c.id in (select s.contractor_id from contract_site s where s.organization_id = o.id and s.status = 'ACTIVE')
  order by c.id)`;

export default bind(organization, {
  list: {
    from: (db, ctx) => db.selectFrom('organization as o').innerJoin(todayTable(ctx), (join) => join.onTrue()),
    id: 'o.id',
    version: 'o.version',
    columns: {
      name: 'o.name',
      kind: 'o.kind',
      agentId: 'o.agent_id',
      contractorIds: partners('id'),
      regionId: 'o.region_id',
      address: 'o.address',
      contact: 'o.contact',
      phone: 'o.phone',
      peopleCount: sql`(select count(*)::int from person p where p.organization_id = o.id and p.status <> 'CLOSED')`,
      foodLicenseNo: 'o.food_license_no',
      foodLicenseEnd: 'o.food_license_end',
      expireAt: 'o.expire_at',
      trial: sql`o.status = 'TRIAL'`,
      status: shownStatus('o', 'expire_at', 30),
      createdAt: 'o.created_at',
      loginName: null,
      password: null,
    },
    names: {
      agentId: agentName('o.agent_id'),
      contractorIds: partners('name'),
      regionId: regionName('o.region_id'),
    },
  },
  create: async (ctx, values) => withOwner(ctx, 'ORGANIZATION', values, await crud.create(ctx, values)),
  update: crud.update,
  options: nameOptions('organization', { hint: 't.address' }),
  actions: { disable: unitAction('organization', 'disable'), enable: unitAction('organization', 'enable') },
});

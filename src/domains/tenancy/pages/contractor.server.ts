import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { contractorOptions } from '../contractor-options.ts';
import { agentName, regionName } from '../names.ts';
import { withOwner } from '../open-unit.ts';
import { shownStatus, todayTable, unitAction } from '../unit-list.ts';
import contractor from './contractor.page.ts';

const crud = tableCrud(contractor, {
  table: 'contractor',
  owner: () => ({}),
  skip: ['loginName', 'password'],
  unique: { contractor_name: 'name', contractor_license: 'licenseNo' },
});

export default bind(contractor, {
  list: {
    from: (db, ctx) => db.selectFrom('contractor as c').innerJoin(todayTable(ctx), (join) => join.onTrue()),
    id: 'c.id',
    version: 'c.version',
    columns: {
      name: 'c.name',
      shortName: 'c.short_name',
      agentId: 'c.agent_id',
      regionId: 'c.region_id',
      contact: 'c.contact',
      phone: 'c.phone',
      licenseNo: 'c.license_no',
      foodLicenseNo: 'c.food_license_no',
      foodLicenseEnd: 'c.food_license_end',
      settleCycle: 'c.settle_cycle',
      feeRate: 'c.fee_rate',
      merchantNo: 'c.merchant_no',
      expireAt: 'c.expire_at',
      organizationCount: sql`(select count(distinct s.organization_id)::int from contract_site s
        where s.contractor_id = c.id and s.status = 'ACTIVE')`,
      status: shownStatus('c', 'expire_at'),
      createdAt: 'c.created_at',
      loginName: null,
      password: null,
    },
    names: { agentId: agentName('c.agent_id'), regionId: regionName('c.region_id') },
  },
  create: async (ctx, values) => withOwner(ctx, 'CONTRACTOR', values, await crud.create(ctx, values)),
  update: crud.update,
  options: contractorOptions,
  actions: {
    freeze: unitAction('contractor', 'freeze'),
    unfreeze: unitAction('contractor', 'unfreeze'),
    disable: unitAction('contractor', 'disable'),
    enable: unitAction('contractor', 'enable'),
  },
});

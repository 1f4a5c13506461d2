import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseRate } from '../../contracts/refuse-ratios.ts';
import { contractorOptions } from '../contractor-options.ts';
import { withOwner } from '../open-unit.ts';
import { shownStatus, unitMoves, withToday } from '../unit-list.ts';
import { contractorFlow } from '../unit-states.ts';
import contractor from './contractor.page.ts';

const crud = tableCrud(contractor, {
  table: 'contractor',
  owner: () => ({}),
  skip: ['loginName', 'password'],
  unique: { contractor_name: 'name', contractor_license: 'licenseNo' },
});

export default bind(contractor, {
  list: over(
    contractor,
    'contractor as c',
    {
      columns: {
        organizationCount: sql`(select count(distinct s.organization_id)::int from contract_site s
        where s.contractor_id = c.id and s.status = 'ACTIVE')`,
        status: shownStatus('c', 'expire_at'),
        loginName: null,
        password: null,
      },
    },
    withToday,
  ),
  create: async (ctx, values) => withOwner(ctx, 'CONTRACTOR', values, await crud.create(ctx, values)),
  update: async (ctx, id, values, before) =>
    (typeof values.feeRate === 'number' ? await refuseRate(ctx, id, values.feeRate) : undefined) ??
    crud.update(ctx, id, values, before),
  options: contractorOptions,
  actions: moves(contractorFlow, { table: 'contractor', ...unitMoves }),
});

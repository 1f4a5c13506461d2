import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { withOwner } from '../open-unit.ts';
import { setTrial } from '../set-trial.ts';
import { offered, shownStatus, unitMoves, withToday } from '../unit-list.ts';
import { organizationFlow } from '../unit-states.ts';
import organization from './organization.page.ts';

const crud = tableCrud(organization, {
  table: 'organization',
  owner: () => ({}),
  skip: ['loginName', 'password', 'trial'],
  unique: { organization_name: 'name' },
  check: (_ctx, values, before) =>
    before && values.trial && !before.trial ? refuseField('trial', '正式单位不能改回试用') : undefined,
  after: (ctx, id, values, before) => setTrial(ctx, id, values.trial, before),
});

const partners = (column: 'id' | 'name') => sql`array(select c.${sql.ref(column)} from contractor c
  where c.id in (select s.contractor_id from contract_site s where s.organization_id = o.id and s.status = 'ACTIVE')
  order by c.id)`;

export default bind(organization, {
  list: over(
    organization,
    'organization as o',
    {
      columns: {
        contractorIds: partners('id'),
        peopleCount: sql`(select count(*)::int from person p where p.organization_id = o.id and p.status <> 'CLOSED')`,
        trial: sql`o.status = 'TRIAL'`,
        status: shownStatus('o', 'expire_at', 30),
        loginName: null,
        password: null,
      },
      names: { contractorIds: partners('name') },
    },
    withToday,
  ),
  create: async (ctx, values) => withOwner(ctx, 'ORGANIZATION', values, await crud.create(ctx, values)),
  update: crud.update,
  options: named('organization', { hint: 't.address', offered }),
  actions: moves(organizationFlow, { table: 'organization', ...unitMoves }),
});

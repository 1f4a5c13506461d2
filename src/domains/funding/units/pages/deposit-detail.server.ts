/** 存款明细 of a contractor. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import spec from './deposit-detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'cash_deposit as c',
    {
      byUnit: true,
      columns: {
        personName: 'p.name',
        jobNumber: 'p.job_number',
        departmentName: 'd.name',
        deviceName: sql`coalesce(dv.name, '柜台')`,
        deviceId: sql`coalesce(c.device_id, 0)`,
        siteName: 's.name',
      },
      where: { keyword: personOr('c.deposit_no') },
    },
    (from) =>
      from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('device as dv', 'dv.id', 'c.device_id')
        .leftJoin('deploy_site as s', (on) =>
          on.onRef('s.organization_id', '=', 'c.organization_id').onRef('s.id', '=', 'dv.deploy_site_id'),
        ),
  ),
});

/** Recharge orders across units, with whom they are of. */
import { sql } from 'kysely';
import { over } from '../../../kit/server/page/over.ts';
import { personOr } from '../../people/public.server.ts';
import { unitRechargeFields } from './pages/recharge-records.page.ts';

const listed = (arrived: boolean) =>
  over(
    { fields: unitRechargeFields },
    'recharge_order as o',
    {
      byUnit: true,
      columns: {
        personName: 'p.name',
        jobNumber: 'p.job_number',
        departmentName: 'd.name',
        online: sql`(o.credited_via is not null)`,
      },
      where: { keyword: personOr('o.order_no') },
    },
    (from) => {
      const joined = from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        );
      return arrived ? joined.where('o.posting_id', 'is not', null) : joined;
    },
  );

/** All of them, and those whose money has arrived. */
export const allRecharges = listed(false);
export const arrivedRecharges = listed(true);

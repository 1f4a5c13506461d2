import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { createStanding, updateStanding } from '../save-standing.ts';
import spec from './supermarket_order-standing.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'standing_order as s',
    {
      version: true,
      columns: {
        jobNumber: 'p.job_number',
        personName: 'p.name',
        weekdays: sql`s.weekdays::text[]`,
        goodsNames: sql`(select string_agg(g.name, '、' order by x.n) from jsonb_array_elements(s.lines) with ordinality as x (line, n)
          join goods g on g.contractor_id = s.contractor_id and g.id = (x.line ->> 'goodsId')::bigint)`,
        skipDates: sql`array_to_string(s.skip_dates, ',')`,
        isMissed: sql`(s.missed <> '')`,
      },
    },
    (from) =>
      from.innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.person_id'),
      ),
  ),
  create: createStanding,
  update: updateStanding,
  actions: {
    enable: setColumn('standing_order', 'status', 'NORMAL', '恢复'),
    disable: setColumn('standing_order', 'status', 'DISABLED', '停止'),
  },
});

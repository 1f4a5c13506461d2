/** 被拒消费. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { conflictOf } from '../../offline/conflict-sql.ts';
import refused from './consume-refused.page.ts';

export default bind(refused, {
  list: over(
    refused,
    'refused_swipe as o',
    {
      columns: {
        personName: sql`coalesce(p.name, '未知')`,
        jobNumber: 'p.job_number',
        why: conflictOf('o.code'),
        deviceSeq: sql`o.epoch::text || '-' || o.seq::text`,
      },
    },
    (from) =>
      from.leftJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
      ),
  ),
});

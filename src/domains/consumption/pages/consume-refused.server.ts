/** 被拒消费. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { conflictOf } from '../offline/conflict-sql.ts';
import refused from './consume-refused.page.ts';

export default bind(refused, {
  list: {
    from: (db) =>
      db
        .selectFrom('refused_swipe as o')
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .leftJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 'o.organization_id').onRef('r.id', '=', 'o.restaurant_id'),
        )
        .leftJoin('deploy_site as s', (on) =>
          on.onRef('s.organization_id', '=', 'o.organization_id').onRef('s.id', '=', 'o.deploy_site_id'),
        )
        .leftJoin('device as d', 'd.id', 'o.device_id'),
    id: 'o.id',
    columns: {
      refusedAt: 'o.refused_at',
      personName: sql`coalesce(p.name, '未知')`,
      jobNumber: 'p.job_number',
      cardNo: 'o.card_no',
      why: conflictOf('o.code'),
      reason: 'o.reason',
      mode: 'o.mode',
      amountFen: 'o.amount_fen',
      deviceId: 'o.device_id',
      deviceSeq: sql`o.epoch::text || '-' || o.seq::text`,
      deploySiteId: 'o.deploy_site_id',
      restaurantId: 'o.restaurant_id',
    },
    names: { deviceId: 'd.name', deploySiteId: 's.name', restaurantId: 'r.name' },
  },
});

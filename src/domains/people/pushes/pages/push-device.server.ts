import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { behind, isOnline, listedDevices, pushes, unknownCards, unsafe } from '../../cards/device-lists.ts';
import { pushDevice, unknownCard } from './push-device.page.ts';

export default [
  bind(pushDevice, {
    list: {
      from: (db, ctx) =>
        listedDevices(db).innerJoin(
          listedDevices(db)
            .select(['d.id', isOnline(ctx).as('online')])
            .as('o'),
          (on) => on.onRef('o.id', '=', 'd.id'),
        ),
      id: 'd.id',
      columns: {
        name: 'd.name',
        site: sql`(select s.name from deploy_site s where s.organization_id = d.organization_id and s.id = d.deploy_site_id)`,
        online: 'o.online',
        lastBeatAt: 'b.last_beat_at',
        version: sql`coalesce(b.list_version, 0)`,
        current: sql`coalesce(v.version, 0)`,
        behind,
        unsafe,
        facesOk: pushes(sql`q.target_type = 'FACE' and q.status = 'OK' and q.action <> 'DELETE'`),
        maxFaces: 'd.max_faces',
        waiting: pushes(sql`q.status in ('PENDING', 'SENT')`),
        failed: pushes(sql`q.status in ('FAILED', 'EXPIRED')`),
      },
    },
  }),
  bind(unknownCard, {
    list: {
      from: (db) => unknownCards(db),
      id: 'c.id',
      columns: {
        deviceId: 'd.id',
        cardNo: 'c.card_no',
        name: 'p.name',
        status: 'c.status',
        changedAt: 'c.updated_at',
        version: 'c.list_version',
      },
    },
  }),
];

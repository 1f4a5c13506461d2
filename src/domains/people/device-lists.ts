/** Which version of the card list each terminal has, and which lost or returned cards it does not know of yet. */
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { executorOf } from './executor.ts';

export interface DeviceList {
  id: number;
  name: string;
  site: string | null;
  online: boolean;
  lastBeatAt: string | null;
  /** What it said it has, and the newest there is. */
  version: number;
  current: number;
  /** Changes it has not got, and those among them that take a card out of use. */
  behind: number;
  unsafe: number;
  facesOk: number;
  /** Faces it can keep; null where unknown. */
  maxFaces: number | null;
  pushesWaiting: number;
  pushesFailed: number;
}

/** Every terminal in use, the most dangerous first. */
export async function deviceLists(ctx: Ctx): Promise<DeviceList[]> {
  const { rows } = await executorOf(ctx.db).query<DeviceList>(
    `select d.id, d.name, s.name as site, b.last_beat_at as "lastBeatAt",
            coalesce(b.last_beat_at > $2::timestamptz - interval '90 seconds', false) as online,
            coalesce(b.list_version, 0) as version, coalesce(v.version, 0) as current,
            (select count(*)::int from card c where c.organization_id = $1 and c.person_id is not null
                and c.list_version > coalesce(b.list_version, 0)) as behind,
            (select count(*)::int from card c where c.organization_id = $1 and c.person_id is not null
                and c.list_version > coalesce(b.list_version, 0) and c.status <> 'NORMAL') as unsafe,
            coalesce(q.ok, 0) as "facesOk", d.max_faces as "maxFaces", coalesce(q.waiting, 0) as "pushesWaiting", coalesce(q.failed, 0) as "pushesFailed"
       from device d
       left join device_beat b on b.device_id = d.id
       left join card_list_version v on v.organization_id = d.organization_id
       left join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
       left join (select device_id,
                         count(*) filter (where target_type = 'FACE' and status = 'OK' and action <> 'DELETE')::int as ok,
                         count(*) filter (where status in ('PENDING', 'SENT'))::int as waiting,
                         count(*) filter (where status in ('FAILED', 'EXPIRED'))::int as failed
                    from device_push where organization_id = $1 group by device_id) q on q.device_id = d.id
      where d.organization_id = $1 and d.status in ('ACTIVE', 'REPAIR')
      order by unsafe desc, behind desc, d.name`,
    [ownOrganization(ctx), isoAt(ctx.clock.now())],
  );
  return rows;
}

export interface MissingCard {
  cardNo: string;
  name: string;
  status: string;
  changedAt: string;
  version: number;
}

const mostShown = 200;

/** Cards out of use that a terminal would still take, newest first. */
export async function missingCards(ctx: Ctx, deviceId: number): Promise<MissingCard[]> {
  const { rows } = await executorOf(ctx.db).query<MissingCard>(
    `select c.card_no as "cardNo", p.name, c.status, c.updated_at as "changedAt", c.list_version as version
       from device d
       left join device_beat b on b.device_id = d.id
       join card c on c.organization_id = d.organization_id and c.list_version > coalesce(b.list_version, 0)
        and c.person_id is not null and c.status <> 'NORMAL'
       join person p on p.organization_id = c.organization_id and p.id = c.person_id
      where d.organization_id = $1 and d.id = $2
      order by c.list_version desc limit ${mostShown}`,
    [ownOrganization(ctx), deviceId],
  );
  return rows;
}

/** Pictures of passages go when their time is over: what they were taken for is long seen. The passage stays. */
import type { Services } from '../../../kit/server/context.ts';
import { forgetOld, notHeld } from '../../device/public.server.ts';
import { usualDays } from '../../device/public.ts';

/** Of all units, each by its own days; answers how many. */
export const forgetPictures = (services: Pick<Services, 'pool' | 'clock' | 'ids' | 'heldStretches'>): Promise<number> =>
  forgetOld(
    services,
    `update /* wall: by age alone, whoever's */ passage g set picture = ''
     from organization o left join media_retention r on r.organization_id = o.id
     where g.organization_id = o.id and g.picture <> ''
       and g.at < $1::timestamptz - make_interval(days => coalesce(r.passage_days, ${usualDays.passageDays}))
       and ${notHeld('g', 'at')}
     returning g.organization_id as unit`,
    { what: '进出照片', page: '/admin/organization/enter_record' },
  );

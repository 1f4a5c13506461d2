/** Pictures of morning checks go when their time is over; the check stays, word for word. */
import type { Services } from '../../../kit/server/context.ts';
import { forgetOld, notHeld } from '../../device/public.server.ts';
import { usualDays } from '../../device/public.ts';

/** Of all units, each by its own days; answers how many. */
export const forgetPhotos = (services: Pick<Services, 'pool' | 'clock' | 'ids' | 'heldStretches'>): Promise<number> =>
  forgetOld(
    services,
    `update /* wall: by age alone, whoever's */ morning_check k set face_photo = null, palm_photo = null, back_photo = null
     from organization o left join media_retention r on r.organization_id = o.id
     where k.organization_id = o.id and (k.face_photo is not null or k.palm_photo is not null or k.back_photo is not null)
       and k.check_at < $1::timestamptz - make_interval(days => coalesce(r.check_days, ${usualDays.checkDays}))
       and ${notHeld('k', 'check_at')}
     returning k.organization_id as unit`,
    { what: '晨检照片', page: '/admin/organization/morning_check' },
  );

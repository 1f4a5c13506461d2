/** Files go with their last day, unless the sample they show is sealed or a case holds them; that there was one stays. */
import type { Services } from '../../../kit/server/context.ts';
import { forgetOld, notHeld } from '../../device/public.server.ts';

/** All units; answers how many. */
export const forgetSnapshots = (
  services: Pick<Services, 'pool' | 'clock' | 'ids' | 'heldStretches'>,
): Promise<number> =>
  forgetOld(
    services,
    `update /* wall: by age alone, whoever's */ snapshot n set file = ''
     where n.file <> '' and n.keep_until < ($1::timestamptz at time zone 'Asia/Shanghai')::date and ${notHeld('n', 'at')}
       and not exists (select 1 from sample s where s.organization_id = n.organization_id and s.id = n.sample_id
         and s.status = 'SEALED')
     returning n.organization_id as unit`,
    { what: '留样照片与视频', page: '/admin/organization/sample_catch_log' },
  );

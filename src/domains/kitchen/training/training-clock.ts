/**
 * R7: workers of school canteens are trained and examined each half year (餐饮服务食品安全操作规范). One alert per restaurant from
 * thirty days ahead, names in it; it closes once all have been. Other canteens set their own pace.
 */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Found, keepAlerts } from '../../alerts/public.server.ts';
import { trainedUntil } from './trained-until.ts';

const aheadDays = 30;
const mostNames = 12;
const prefix = 'training:';

interface Due {
  organizationId: number;
  restaurantId: number;
  restaurant: string;
  name: string;
  /** The last day by which they are to be trained again; `YYYY-MM-DD`. */
  until: string;
}

/** Who is to be trained by a day thirty days from now, the most urgent first. */
async function dueTraining({ pool, clock }: Services): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select /* wall: a job over every unit */ * from (
       select w.organization_id as "organizationId", w.restaurant_id as "restaurantId", r.name as restaurant, p.name,
         ${trainedUntil} as until
       from cook_user w
         join safety_setting s on s.organization_id = w.organization_id and s.canteen_kind in ('KINDERGARTEN', 'K12', 'UNIVERSITY')
         join person p on p.organization_id = w.organization_id and p.id = w.person_id
         join restaurant r on r.organization_id = w.organization_id and r.id = w.restaurant_id
       where w.status = 'NORMAL') d
     where d.until <= $1 order by d."organizationId", d."restaurantId", d.until, d.name`,
    [addDays(dateAt(clock.now()), aheadDays)],
  );
  return rows;
}

/** At night; twice the same changes nothing. */
export async function turnTraining(services: Services): Promise<void> {
  const today = dateAt(services.clock.now());
  const groups = Map.groupBy(await dueTraining(services), (one) => `${one.organizationId}/${one.restaurantId}`);
  const found = [...groups.values()].map((due): Found => {
    const { organizationId, restaurantId, restaurant } = due[0]!;
    const late = due.filter((one) => one.until < today).length;
    const names = due.slice(0, mostNames).map((one) => `${one.name}（${one.until}）`);
    return {
      organizationId,
      alarm: {
        object: `${prefix}${restaurantId}`,
        objectName: `${restaurant} 培训`,
        restaurantId,
        level: late > 0 ? 'WARN' : 'INFO',
        detail: `${due.length} 人须在 ${aheadDays} 天内培训考核${late > 0 ? `，其中 ${late} 人已超期` : ''}：${names.join('、')}${due.length > mostNames ? ' 等' : ''}`,
        open: { path: '/admin/organization/cook_user/training', search: {} },
      },
    };
  });
  await keepAlerts(services, 'TRAINING', found, prefix);
}

/** The list and the rules behind both deploy-site pages. */
import { sql } from 'kysely';
import { over } from '../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { deploySiteFields } from './deploy-site-fields.ts';
import '../refusals.ts';

const devices = (column: 'id' | 'name') => sql`array(select d.${sql.ref(column)} from device d
  where d.organization_id = s.organization_id and d.deploy_site_id = s.id order by d.id)`;

export const deploySiteList = over({ fields: deploySiteFields }, 'deploy_site as s', {
  refs: ['restaurantId'],
  version: true,
  columns: { deviceIds: devices('id') },
  names: { deviceIds: devices('name') },
});

const charging = new Set(['CONSUME_WINDOW', 'SHOP', 'RECHARGE']);

/** RESTAURANT_NEEDED for a site that charges but belongs to no restaurant: its income would be nobody's. */
export function requireRestaurant(
  kind: string | null | undefined,
  restaurantId: number | null | undefined,
): Refusal | undefined {
  return charging.has(kind ?? '') && !restaurantId
    ? refuse('RESTAURANT_NEEDED', {}, { restaurantId: '请选择所属的餐厅' })
    : undefined;
}

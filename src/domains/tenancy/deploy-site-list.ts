/** The list and the rules behind both deploy-site pages. */
import { sql } from 'kysely';
import type { ListSource } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import type { deploySiteFields } from './deploy-site-fields.ts';
import { nameWithin, organizationName } from './names.ts';
import './refusals.ts';

export const deploySiteList: ListSource<typeof deploySiteFields> = {
  from: (db) => db.selectFrom('deploy_site as s'),
  id: 's.id',
  version: 's.version',
  columns: {
    name: 's.name',
    kind: 's.kind',
    organizationId: 's.organization_id',
    restaurantId: 's.restaurant_id',
    deviceIds: sql`array(select d.id from device d
      where d.organization_id = s.organization_id and d.deploy_site_id = s.id order by d.id)`,
    address: 's.address',
    status: 's.status',
    createdAt: 's.created_at',
  },
  names: {
    organizationId: organizationName('s.organization_id'),
    restaurantId: nameWithin('restaurant', 's.organization_id', 's.restaurant_id'),
    deviceIds: sql`array(select d.name from device d
      where d.organization_id = s.organization_id and d.deploy_site_id = s.id order by d.id)`,
  },
};

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

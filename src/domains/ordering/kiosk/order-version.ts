/** How new a terminal's orders of the day are: a number that grows with whatever becomes of any of them. */
import type { Services } from '../../../kit/server/context.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** 0 while there are none, or where the terminal stands at no restaurant. */
export const orderVersion =
  ({ pool, clock }: Pick<Services, 'pool' | 'clock'>) =>
  async ({ organizationId, restaurantId }: DeviceAt): Promise<number> => {
    if (restaurantId === 0) return 0;
    const { rows } = await pool.query<{ version: number }>(
      `select coalesce(sum(version), 0)::bigint as version from meal_order
       where organization_id = $1 and dining_date = $2 and restaurant_id = $3`,
      [organizationId, businessDay(clock.now()), restaurantId],
    );
    return rows[0]!.version;
  };

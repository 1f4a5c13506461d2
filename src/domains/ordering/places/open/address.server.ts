/** Reads the place a code stands for and what can be ordered to it. Nobody's name. */
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { dayKind } from '../../../consumption/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { orderInstants, orderingSetting } from '../../rules/setting.ts';
import address, { type AddressPage } from './address.open.ts';

const daysAhead = 7;
const mostMeals = 12;

export default bindOpen(
  address,
  async ({ pool, clock }, { organizationId, subject }): Promise<AddressPage | undefined> => {
    const nowMs = clock.now();
    const { rows } = await pool.query<Omit<AddressPage, 'meals'> & { cutoffTime: string | null }>(
      `select o.name as unit, g.name as area, a.name as address, g.delivery_fee_fen as "feeFen",
         g.cutoff_time as "cutoffTime"
       from order_address a
       join order_area g on g.organization_id = a.organization_id and g.id = a.area_id and g.status = 'NORMAL'
       join organization o on o.id = a.organization_id
       where a.organization_id = $1 and a.id = $2 and a.status = 'NORMAL'`,
      [organizationId, Number(subject)],
    );
    if (!rows[0]) return undefined;
    const { cutoffTime, ...place } = rows[0];
    const setting = await orderingSetting(pool, organizationId, nowMs);
    const restaurants = await pool.query<{ id: number; name: string }>(
      'select id, name from restaurant where organization_id = $1',
      [organizationId],
    );
    const named = new Map(restaurants.rows.map((row) => [row.id, row.name]));
    const meals = setting.rules
      .filter((rule) => rule.pickups.includes('DELIVERY'))
      .flatMap((rule) =>
        Array.from({ length: daysAhead }, (_, i) => addDays(businessDay(nowMs), i))
          .filter((date) => rule.dayKinds.includes(dayKind(date, setting.calendar)))
          .flatMap((date) =>
            rule.mealPeriodIds.map((id) => ({
              date,
              meal: setting.meals.get(id)?.name ?? '',
              restaurant: named.get(rule.restaurantId) ?? '',
              ...orderInstants(setting, rule, date, cutoffTime),
            })),
          ),
      )
      .filter((one) => one.opensAt <= nowMs && nowMs < one.closesAt)
      .sort((a, b) => a.closesAt - b.closesAt)
      .slice(0, mostMeals)
      .map(({ date, meal, restaurant, closesAt }) => ({
        date,
        meal,
        restaurant,
        closes: isoAt(closesAt).slice(5, 16).replace('T', ' '),
      }));
    return { ...place, meals };
  },
);

/** What the reports on margin are asked for, as the parameters their statements begin with. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { managedRestaurants, ownContractor } from '../../tenancy/public.server.ts';

const listed = (value: unknown): readonly unknown[] | null => {
  const some = [value].flat().filter((one) => one !== null && one !== undefined && one !== '');
  return some.length > 0 ? some : null;
};

/** `$1` caterer, `$2` and `$3` days, `$4` organizations, `$5` goods; null where all are meant. */
export const asked = (ctx: Ctx, { businessDate, organizationId, goodsId }: Search): unknown[] => {
  const [from, to] = (Array.isArray(businessDate) ? businessDate : [null, null]) as (string | null)[];
  return [ownContractor(ctx), from ?? '2000-01-01', to ?? '2100-01-01', listed(organizationId), listed(goodsId)];
};

/** The restaurants asked for, of those the session looks after; null where all are meant. */
export const places = (ctx: Ctx, { restaurantId }: Search): readonly unknown[] | null => {
  const [some, managed] = [listed(restaurantId), managedRestaurants(ctx)];
  return managed && some ? some.filter((one) => managed.includes(Number(one))) : (managed ?? some);
};

export { listed };

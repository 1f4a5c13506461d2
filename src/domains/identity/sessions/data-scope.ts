/** The data scope of a membership: what its roles and its own restaurants and departments leave of the unit's reach. */
import type { Reach, Scope } from '../../../kit/server/query/scope.ts';
import type { DataScope } from '../tables.ts';

export interface Narrowing {
  restaurantIds: readonly number[];
  departmentIds: readonly number[];
  accountId: number;
}

/**
 * One role with ALL lifts every limit. Else 本部门 and 管辖餐厅 each narrow the tables they speak of, and 仅本人
 * counts only when no role is wider. No role at all sees nothing of departments and restaurants.
 */
export function narrowed(
  scope: Scope,
  scopes: readonly DataScope[],
  { restaurantIds, departmentIds, accountId }: Narrowing,
): Scope {
  if (scopes.includes('ALL')) return scope;
  const served = (restaurants: readonly number[]) => scope.served && { ...scope.served, restaurants, whole: false };
  if (scopes.length === 0)
    return { ...scope, restaurants: [], served: served([]), departments: [], operator: accountId };
  const byDepartment = scopes.includes('DEPARTMENT');
  const byRestaurant = scopes.includes('RESTAURANT');
  const own = (reach: Reach, ids: readonly number[]): Reach =>
    reach === 'ALL' ? ids : ids.filter((id) => reach.includes(id));
  return {
    ...scope,
    departments: byDepartment ? own(scope.departments, departmentIds) : scope.departments,
    restaurants: byRestaurant ? own(scope.restaurants, restaurantIds) : scope.restaurants,
    served: byRestaurant ? served(restaurantIds.filter((id) => scope.served?.restaurants.includes(id))) : scope.served,
    operator: byDepartment || byRestaurant ? scope.operator : accountId,
  };
}

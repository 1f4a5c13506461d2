/** What the menu domain puts into the services: whoever follows published menus is told in the command's transaction. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Search } from '../../kit/server/page/binding.ts';

/** Told the menus whose state or dishes have changed, after the change is written. */
export type MenuFollower = (ctx: Ctx, menuIds: readonly number[]) => Promise<void>;

/** Fen that dishes sold cost by the caterer's stores, and portions of which it is not known, by `unit/dish`. */
type DishCosts = (ctx: Ctx, search: Search) => Promise<ReadonlyMap<string, { fen: number; unknown: number }>>;

/** People of a department (0: of none) who have said nothing of a meal at a restaurant they would eat at. */
export interface SilentDepartment {
  departmentId: number;
  /** They are reported at the cut-off. */
  byDefault: number;
  /** On leave. */
  away: number;
  /** Nobody said anything of them. */
  unreported: number;
}

/** The meal a kitchen cooks. */
export interface CookedMeal {
  date: string;
  mealPeriodId: number;
  restaurantId: number;
}

export const closedKey = ({ date, restaurantId, mealPeriodId }: CookedMeal): string =>
  `${date}/${restaurantId}/${mealPeriodId}`;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Domains above add theirs when they are built. */
    menuFollowers: MenuFollower[];
    /** Filled by the domain that buys for kitchens. */
    dishCosts?: DishCosts;
    /**
     * Filled by the domain that takes orders: of these meals, those whose orders are closed, with the instant it was
     * (`MM-DD HH:mm`), by `closedKey`.
     */
    ordersClosed?: (ctx: Ctx, meals: readonly CookedMeal[]) => Promise<ReadonlyMap<string, string>>;
    /** Filled by the domain meals are reported to. */
    silentDepartments?: (ctx: Ctx, meal: CookedMeal) => Promise<SilentDepartment[]>;
  }
}

/** Tells everybody who follows menus. */
export async function tellFollowers(ctx: Ctx, menuIds: readonly number[]): Promise<void> {
  if (menuIds.length === 0) return;
  for (const follower of ctx.services.menuFollowers) await follower(ctx, menuIds);
}

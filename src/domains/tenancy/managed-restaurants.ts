/** The restaurants an employee of a caterer looks after, for statements that read all of the caterer's by themselves. */
import type { Ctx } from '../../kit/server/context.ts';

/** Those of the data scope 所管餐厅, past terms among them; null where no role leaves any out. */
export const managedRestaurants = ({ scope: { served } }: Pick<Ctx, 'scope'>): readonly number[] | null =>
  served && !served.whole ? served.restaurants : null;

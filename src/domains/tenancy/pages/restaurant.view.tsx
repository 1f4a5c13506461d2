/** Restaurants with empty choices said in words. */
import { view } from '../../../kit/console/view.ts';
import { restaurantCells } from '../cells.tsx';

export default view({ cells: restaurantCells });

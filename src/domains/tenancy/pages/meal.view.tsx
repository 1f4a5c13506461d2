/** Meal periods with their colour shown. */
import { view } from '../../../kit/console/view.ts';
import { mealCells } from '../cells.tsx';

export default view({ cells: mealCells });

/** Reads what the restaurant of a code publishes. Nobody's name, and nothing that is not published. */
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { readPublicMenu } from '../read-public-menu.ts';
import menu from './menu.open.ts';

export default bindOpen(
  menu,
  (services, { organizationId, subject }) => readPublicMenu(services, organizationId, Number(subject)),
  ({ days }) => days.flatMap((day) => day.meals.flatMap((meal) => meal.dishes.flatMap((dish) => dish.image ?? []))),
);

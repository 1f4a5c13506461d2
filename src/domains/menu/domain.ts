/** Menu: the platform's food library, a unit's food-stuffs, dishes and recipes, its menus and what is in them. */
import type { Domain } from '../../kit/server/domain.ts';
import { keepAlerts } from '../alerts/public.server.ts';
import { loadLibrary } from './library/load-library.ts';
import { keepMenusClosed } from './menus/close-menus.ts';
import { openWork } from './menus/open-work.ts';
import { unpublishedWeeks } from './menus/unpublished-weeks.ts';
import './refusals.ts';
import type {} from './services.ts';
import './tables.ts';

/** Who plans menus is told on Thursday what the next week lacks. */
const unpublishedJob = 'menu-unpublished';

let stopClosing: (() => void) | undefined;

const own = { organization: 'organization_id' } as const;
const ofPlace = { organization: 'organization_id', restaurant: 'restaurant_id' } as const;

export const menu: Domain = {
  name: 'menu',
  files: ['lib_dish.image', 'dish.image'],
  tables: {
    food_stuff_type: 'global',
    food_type: 'global',
    lib_food_stuff: 'global',
    lib_dish: 'global',
    lib_dish_version: 'global',
    lib_recipe_line: 'global',
    food_ban: 'global',
    nutrition_standard: 'global',
    food_stuff: own,
    food_stuff_price: own,
    dish: own,
    dish_version: own,
    recipe_line: own,
    recipe_replacement: own,
    food_menu: ofPlace,
    food_menu_item: ofPlace,
    menu_cycle: own,
    menu_cycle_cell: own,
    dish_rating: own,
    menu_setting: own,
    cooking_retention: own,
    kitchen_print: { ...ofPlace, day: 'dining_date' },
  },
  build: (services) => {
    services.menuFollowers = [];
    services.jobs?.define(unpublishedJob, async () =>
      keepAlerts(services, 'MENU_UNPUBLISHED', await unpublishedWeeks(services)),
    );
  },
  start: async (services) => {
    services.shellBoard.registerWork(openWork);
    await loadLibrary(services);
    await services.jobs?.schedule(unpublishedJob, '12 * * * *');
    stopClosing = await keepMenusClosed(services);
  },
  stop: async () => stopClosing?.(),
};

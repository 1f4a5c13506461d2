/** What others use of menus. */

// Which meals were served, for whoever looks what followed them.
export { servedMeals } from './menus/served-meals.ts';

// Who reported nothing of a meal is told to the kitchen by the domain that keeps the reports.
export type { SilentDepartment } from './services.ts';

// Whose orders are closed is told before a menu is published, by the domain that takes them.
export { type CookedMeal, closedKey } from './services.ts';

// A dish on sale is stopped where orders of it are taken back.
export { changeItem } from './menus/change-item.ts';

// Diners rate what they ate.
export { rateDish } from './menus/rate.ts';

// Lines of orders as they stand, and what is booked for them, are joined in one way.
export { bookedTrade, returnedText, standingLine } from './sales/portion-sql.ts';

// What was made and not eaten stands beside what was reported, ordered and foretold.
export { lastWaste, wasteOfMeals } from './sales/waste.ts';
export { knownWaste, shortWaste, wasteSum } from './sales/waste-words.ts';

// The demo fills the library and the kitchens.
export { seedLibrary } from './demo/seed-library.ts';
export { seedMenus } from './demo/seed-menus.ts';
export { demoFoods } from './demo/foods.ts';

// What a restaurant publishes today, for its walls.
export { readPublicMenu } from './notice/read-public-menu.ts';

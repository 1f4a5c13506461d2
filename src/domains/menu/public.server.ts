/** What others use of menus. */

// The demo fills the library and the kitchens.
export { seedLibrary } from './demo/seed-library.ts';
export { seedMenus } from './demo/seed-menus.ts';

/** What others use of buying. */

// The demo maps its food-stuffs as a sheet would.
export { writeMap } from './bom/map-stuff.ts';

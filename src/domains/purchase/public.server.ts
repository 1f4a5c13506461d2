/** What others use of buying. */

// The demo maps its food-stuffs as a sheet would.
export { writeMap } from './bom/map-stuff.ts';
// Its kitchens take about what their meals should take.
export { theoryOf } from './margin/theory.ts';

// Who ate what is told by the domain above.
export type { CountEaters } from './services.ts';

/** What others use of screens. */

// The demo's screens are told what to show.
export { publishScreens } from './screens/publish-screens.ts';

// Domains above add panels of their own.
export type { PanelReader } from './services.ts';

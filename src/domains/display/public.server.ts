/** What others use of screens. */

// The demo's screens are told what to show.
export { publishScreens } from './screens/publish-screens.ts';

// Which walls show it.
export { screensShowing } from './links/screens-of.ts';

// Domains above add panels of their own.
export type { PanelReader } from './services.ts';

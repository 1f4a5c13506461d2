/** What other domains and the server's entry use of identity. */

// What tenancy answers: the reach of a unit, a customer an agent opens.
export { type Customer, platformUnitId } from './services.ts';

// The first account of a unit.
export { openOwner } from './accounts/open-owner.ts';

// Sessions and menus: for the server's entry and for the palette.
export { createAuthenticator } from './sessions/authenticator.ts';
export { loadSession } from './sessions/load-session.ts';
export { type MenuItem, sessionMenus } from './menus/session-menus.ts';

// The super administrator, and the one password of the demo.
export { demoPassword } from './accounts/create-account.ts';
export { ensureSuper, resetSuper, superId } from './accounts/ensure-super.ts';

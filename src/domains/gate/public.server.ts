/** What other domains use of gates. */

// Passes of the kitchen follow checks, rosters and certificates.
export { grantPasses } from './passes/set-passes.ts';

// Doors that ask something of the people of the kitchen know who these are.
export { tellAskingDoors } from './rules/publish-doors.ts';

// Who follows people through doors.
export type { KitchenStaff, PassageTold } from './services.ts';

// The demo's doors ask before they open.
export { admit } from './passages/admit.ts';

// The demo counts attendance when its days have ended.
export { turnAttendance } from './attendance/attendance-clock.ts';

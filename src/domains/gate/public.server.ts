/** What other domains use of gates. */

// Passes of the kitchen follow checks, rosters and certificates.
export { grantPasses } from './passes/set-passes.ts';

/** What tests of other domains use of the shell. */

// A board of their own.
export { createShellBoard } from './services.ts';

/** What other domains use of samples on both sides. */

// What the states of a sample are called, and the ways a cabinet is opened.
export { openWays } from './cabinets/open-ways.ts';
export { sampleStatuses } from './desk/sample-words.ts';

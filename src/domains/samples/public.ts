/** What other domains use of samples on both sides. */

// What the states of a sample are called.
export { sampleStatuses } from './desk/sample-words.ts';

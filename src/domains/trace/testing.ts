/** What benches and tests of other domains take of tracing. */

// The arithmetic of a case: who was exposed to what, and how the sick stand to the well.
export { study } from './study/study.ts';

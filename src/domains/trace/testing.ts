/** What benches and tests of other domains take of tracing. */

// The arithmetic of a case: who was exposed to what, and how the sick stand to the well.
export { study } from './study/study.ts';

// Who ate at a meal, and the digest of a pack as whoever holds one counts it.
export { canonical, digestOf } from './cases/make-pack.ts';
export { eatersOf } from './study/eaters.ts';

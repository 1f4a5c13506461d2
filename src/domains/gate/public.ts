/** What other domains use of gates on both sides. */

// Zones of a kitchen, and what a district asks of its people.
export type { KitchenKind, StaffAsk } from './districts/district-words.ts';

// What passages are called, for lists of those of a kitchen.
export { directions, identifies, verdicts } from './passages/passage-words.ts';

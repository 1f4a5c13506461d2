/** What other domains use of gates on both sides. */

// Zones of a kitchen.
export type { KitchenKind } from './districts/district-words.ts';

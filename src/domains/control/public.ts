/** What other domains use of control on both sides. */

// What the sheets of the software ask to be looked at.
export { tickedItems } from './sheets/sheet-words.ts';

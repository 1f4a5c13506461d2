/** What other domains use of the kitchen. */

// Who was due at work on a day and where each stood: a line of the day's sheet.
export { matrixOf, readMatrix } from './checks/matrix.ts';

// What a kitchen shows of its people: their posts.
export { posts } from './words.ts';

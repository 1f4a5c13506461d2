/** What other domains use of the kitchen. */

// Who was due at work on a day and where each stood: a line of the day's sheet.
export { readMatrix } from './checks/matrix.ts';

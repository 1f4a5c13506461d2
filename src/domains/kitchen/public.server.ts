/** What other domains use of the kitchen. */

// Who was due at work on a day and where each stood: a line of the day's sheet.
export { matrixOf, readMatrix } from './checks/matrix.ts';

// Who weighs a sample is fit for work that day.
export { unfitNow } from './checks/unfit-now.ts';

/** What other domains use of the kitchen on both sides. */

// What a check says, the posts of a kitchen, and what is recorded of its work.
export { recordKinds } from './records/record-words.ts';
export { posts, results } from './words.ts';

/** What other domains use of the kitchen on both sides. */

// What a check says, and the posts of a kitchen.
export { posts, results } from './words.ts';

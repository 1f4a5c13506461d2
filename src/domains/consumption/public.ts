/** What other domains use of consumption on both sides. */

export { purseFields, purseKeys } from './fields.ts';
// The words for what the totals by people say, against which totals by place are held.
export { netByPeople } from './units/unit-figures.ts';

/** What other domains use of the shell. */

// What they hang into the board; they reach it as `services.shellBoard`.
export type { Searcher, Hit, MissionSource, SubscriptionNotice, Work, WorkItem } from './services.ts';

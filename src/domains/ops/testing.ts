/** What tests reach of the inside of ops. */

// The job that sends kept searches when they are due.
export { fileViews } from './view-schedule.ts';

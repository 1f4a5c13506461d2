/** What tests of other domains take of alerts: the jobs of the minute, run when the test says so. */
export { escalateAlerts } from './escalate.ts';
export { sendPosts } from './robots/send-posts.ts';

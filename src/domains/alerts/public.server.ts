/** What other domains use of alerts: they raise and clear them in their own transactions. */

export { type Alarm, clear, raise } from './raise.ts';

// Jobs that look at everything of a kind.
export { type Found, keepAlerts } from './keep.ts';

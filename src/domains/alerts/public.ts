/** What other domains may use of alerts on both sides. */

// Pages that stand beside those of alerts.
export { alertTabs } from './alert-tabs.ts';

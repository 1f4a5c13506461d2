/** Closing: proof of the ledger on demand, and the month close with its steps. */
import type { Domain } from '../../kit/server/domain.ts';
import { type CheckOrder, checkJob, runCheck } from './check/ledger-check.ts';
import { documentSteps } from './month/document-steps.ts';
import { type CloseOrder, closeJob } from './month/order-close.ts';
import { ownSteps } from './month/own-steps.ts';
import { openWork } from './open-work.ts';
import './refusals.ts';
import { runClose } from './month/run-close.ts';
import { createMonthClose } from './services.ts';
import './tables.ts';

/** The proof reads the whole ledger of an organization. */
/** Several at a time: an organization's check or close never waits for another's to end. */
const long = { onePerKey: true, retryLimit: 3, timeoutSeconds: 3_600, concurrency: 3 } as const;

export const closing: Domain = {
  name: 'closing',
  tables: {
    ledger_check: { organization: 'organization_id' },
    month_close_note: { organization: 'organization_id' },
    month_close: { organization: 'organization_id' },
  },
  build(services) {
    services.monthClose = createMonthClose();
    for (const step of [...ownSteps, ...documentSteps]) services.monthClose.registerStep(step);
    services.jobs.define<CheckOrder>(checkJob, (order, { last }) => runCheck(services, order, last), long);
    services.jobs.define<CloseOrder>(closeJob, (order, { last }) => runClose(services, order, last), long);
  },
  start: async (services) => {
    services.shellBoard.registerWork(openWork);
  },
};

/** Trace: when people fall ill, what they ate, who cooked it, where the sample is. Every opening is told in the log. */
import type { Domain } from '../../kit/server/domain.ts';
import { caseOfSample } from './cases/case-store.ts';
import { forgetNames } from './cases/forget-names.ts';
import { heldStretches } from './cases/held-stretches.ts';
import './refusals.ts';
import { countEaters } from './study/count-eaters.ts';
import './tables.ts';

/** Names of cases that are long closed. */
const nightJob = 'trace-night';

const own = { organization: 'organization_id' } as const;

export const trace: Domain = {
  name: 'trace',
  tables: {
    trace_case: own,
    trace_person: own,
    trace_exposure: own,
    trace_pack: own,
  },
  build: (services) => {
    services.caseOfSample = caseOfSample;
    services.countEaters = countEaters(services);
    services.heldStretches = () => heldStretches(services);
    services.jobs?.define(nightJob, async () => {
      await forgetNames(services);
    });
  },
  start: async ({ jobs }) => {
    await jobs.schedule(nightJob, '30 3 * * *');
  },
};

/** Samples: what has to be kept of every meal, what was kept, where it stands, and how cold it was there. */
import type { Domain } from '../../kit/server/domain.ts';
import { ofPerson } from '../people/public.server.ts';
import { takeOpenings } from './cabinets/open-events.ts';
import { readingRoutes } from './cabinets/reading-routes.ts';
import { findSilent } from './cabinets/silent.ts';
import { findSample } from './desk/find-sample.ts';
import { sampleWork } from './desk/notice.ts';
import './refusals.ts';
import type {} from './services.ts';
import { forgetSnapshots } from './snapshots/forget-snapshots.ts';
import { takeSnapshots } from './snapshots/write-snapshots.ts';
import './tables.ts';
import { takeSamples } from './terminals/take-samples.ts';
import { followMenus } from './todo/make-todos.ts';
import { tellOfSamples } from './todo/sample-alerts.ts';
import { followEveryone, missWindows } from './todo/sample-clock.ts';

/** Windows that end and what calls for somebody, every minute. */
const clockJob = 'sample-clock';
/** What menus say, once more, at night. */
const nightJob = 'sample-night';

const own = { organization: 'organization_id' } as const;
const ofPlace = { organization: 'organization_id', restaurant: 'restaurant_id' } as const;

export const samples: Domain = {
  name: 'samples',
  files: ['sample.photo', 'sample_step.photo'],
  evidence: { 'snapshot.file': ['/admin/organization/sample_catch_log', '/admin/organization/sample_video'] },
  tables: {
    safety_setting: own,
    sample_rule: own,
    sample_link: ofPlace,
    sample: ofPlace,
    sample_step: ofPlace,
    sample_sign: ofPlace,
    cabinet_state: own,
    reading_hour: own,
    reading_day: own,
    cabinet_alarm: own,
    cabinet_open: { ...own, department: ofPerson },
    snapshot: { ...ofPlace, department: ofPerson },
  },
  build: (services) => {
    services.menuFollowers?.push(followMenus);
    services.deviceEvents?.register('OPEN', takeOpenings);
    services.deviceEvents?.register('CLOSE', takeOpenings);
    for (const kind of ['WEIGH', 'PUT', 'TAKE'] as const) services.deviceEvents?.register(kind, takeSamples);
    for (const kind of ['SNAP', 'CLIP'] as const) services.deviceEvents?.register(kind, takeSnapshots);
    services.jobs?.define(clockJob, async () => {
      await missWindows(services);
      await findSilent(services);
      await tellOfSamples(services);
    });
    services.jobs?.define(nightJob, async () => {
      await followEveryone(services);
      await forgetSnapshots(services);
    });
  },
  routes: readingRoutes,
  start: async (services) => {
    services.shellBoard.registerWork(sampleWork);
    services.shellBoard.registerSearcher(findSample);
    await services.jobs.schedule(clockJob, '* * * * *');
    await services.jobs.schedule(nightJob, '30 0 * * *');
  },
};

/** Screens on the walls of a canteen: what is published on which, the films between, and what they show now. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { screenRoutes } from './routes.ts';
import { publishScreens, unitsWithScreens } from './screens/publish-screens.ts';
import { ownPanels } from './screens/read-panels.ts';
import { screenItems } from './screens/sheet-item.ts';
import './services.ts';
import './tables.ts';

/** What a native screen keeps is told to it within a minute of a change, and at midnight when films begin and end. */
const screenJob = 'screens';

export const display: Domain = {
  name: 'display',
  tables: {
    display_link: { organization: 'organization_id' },
    ad_video: { organization: 'organization_id' },
    screen_layout: { organization: 'organization_id', restaurant: 'restaurant_id' },
  },
  files: ['ad_video.file'],
  build: (services) => {
    services.screenPanels = new Map(ownPanels);
    services.sheetItems?.push(screenItems);
    services.jobs?.define(screenJob, async (_data, { signal }) => {
      for (const organizationId of await unitsWithScreens(services)) {
        if (signal?.aborted) return;
        await publishScreens(services, organizationId);
      }
    });
  },
  routes: screenRoutes,
  start: async ({ jobs }) => jobs.schedule(screenJob, '* * * * *'),
};

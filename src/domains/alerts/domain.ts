/** Alerts: what calls for somebody, raised by the domains above, until it is closed; who hears of it and how. */
import type { Domain } from '../../kit/server/domain.ts';
import { sealColumn } from '../../kit/server/vault.ts';
import { escalateAlerts } from './escalate.ts';
import { liveAlerts, openWork } from './open-work.ts';
import './refusals.ts';
import { httpsRobots } from './robots/robot-message.ts';
import { sendPosts } from './robots/send-posts.ts';
import './tables.ts';

const clockJob = 'alert-clock';

export const alerts: Domain = {
  name: 'alerts',
  tables: {
    alert: { organization: 'organization_id', restaurant: 'restaurant_id' },
    alert_step: { organization: 'organization_id' },
    alert_receiver: { organization: 'organization_id' },
    alert_robot: { organization: 'organization_id' },
    alert_post: { organization: 'organization_id' },
  },
  build: (services) => {
    services.robotTransport = httpsRobots;
    services.jobs?.define(clockJob, async () => {
      await escalateAlerts(services);
      await sendPosts(services);
    });
  },
  start: async (services) => {
    await sealColumn(services.pool, services.vault, 'alert_robot', 'id', 'url');
    await sealColumn(services.pool, services.vault, 'alert_robot', 'id', 'secret');
    services.shellBoard.registerMission('AlertMission', liveAlerts);
    services.shellBoard.registerWork(openWork);
    await services.jobs.schedule(clockJob, '* * * * *');
  },
};

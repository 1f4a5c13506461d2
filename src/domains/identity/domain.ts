/** Identity: accounts, memberships, roles, menus, sessions, sign-in and the audit pages. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import './tables.ts';
import { identityRoutes } from './routes.ts';
import { seedTemplates } from './seed-templates.ts';
import './services.ts';
import { createSessionCache } from './session-cache.ts';
import { keepSwept } from './sweep.ts';
import { syncMenus } from './sync-menus.ts';

let stopSweeping: (() => void) | undefined;

export const identity: Domain = {
  name: 'identity',
  tables: {
    role: { unit: ['unit_type', 'unit_id'] },
    employee: { unit: ['unit_type', 'unit_id'] },
  },
  build(services) {
    services.sessionCache = createSessionCache();
  },
  routes: identityRoutes,
  async start(services) {
    await syncMenus(services);
    await seedTemplates(services);
    stopSweeping = await keepSwept(services);
  },
  stop: async () => stopSweeping?.(),
};

/** Identity: accounts, memberships, roles, menus, sessions, sign-in and the audit pages. */
import type { Domain } from '../../kit/server/domain.ts';
import { sealColumn } from '../../kit/server/vault.ts';
import { roleFaults } from './roles/ready-grants.ts';
import { readyRoles } from './roles/ready-roles.ts';
import './refusals.ts';
import './tables.ts';
import { seedTemplates } from './roles/seed-templates.ts';
import { identityRoutes } from './routes.ts';
import './services.ts';
import { syncMenus } from './menus/sync-menus.ts';
import { membershipsOf } from './sessions/memberships-of.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { keepSwept } from './sessions/sweep.ts';
import { proveWitness } from './sign-in/witness.ts';

let stopSweeping: (() => void) | undefined;

export const identity: Domain = {
  name: 'identity',
  files: ['account.avatar'],
  tables: {
    // A person's, whatever units the person works in; looked up by the account.
    account: 'global',
    admin_session: 'global',
    known_device: 'global',
    login_log: 'global',
    sign_in_guard: 'global',
    password_reset: 'global',
    invitation_ticket: 'global',
    menu: 'global',
    given_template: 'global',
    role: { own: ['unit_type', 'unit_id'] },
    account_policy: { unit: ['unit_type', 'unit_id'] },
    employee: { unit: ['unit_type', 'unit_id'] },
  },
  faults: (registry) => roleFaults(registry, readyRoles),
  build(services) {
    services.sessionCache = createSessionCache();
    services.witnessDoor = { prove: proveWitness };
    services.memberships = membershipsOf;
  },
  routes: identityRoutes,
  async start(services) {
    for (const column of ['totp_secret', 'totp_pending'])
      await sealColumn(services.pool, services.vault, 'account', 'id', column);
    await syncMenus(services);
    await seedTemplates(services);
    stopSweeping = await keepSwept(services);
  },
  stop: async () => stopSweeping?.(),
};

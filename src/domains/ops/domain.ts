/** Ops: the homes, and what the console asks of the server beside pages; it looks into every other domain. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { opsRoutes } from './routes.ts';
import { findPersons, findTrade } from './searchers.ts';

export const ops: Domain = {
  name: 'ops',
  tables: {},
  build(services) {
    services.shellBoard.registerSearcher(findPersons);
    services.shellBoard.registerSearcher(findTrade);
  },
  routes: opsRoutes,
};

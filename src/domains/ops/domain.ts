/** Ops: the homes and what the shell asks of the server beside pages. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { opsRoutes } from './routes.ts';
import { findPersons, findTrade } from './searchers.ts';
import { createShellBoard } from './services.ts';

export const ops: Domain = {
  name: 'ops',
  tables: {},
  build(services) {
    services.shellBoard = createShellBoard();
    services.shellBoard.registerSearcher(findPersons);
    services.shellBoard.registerSearcher(findTrade);
  },
  routes: opsRoutes,
};

/** Shell: the board into which every other domain hangs what the console shows of it beside its pages. Knows none of them. */
import type { Domain } from '../../kit/server/domain.ts';
import { createShellBoard } from './services.ts';

export const shell: Domain = {
  name: 'shell',
  tables: {},
  build(services) {
    services.shellBoard = createShellBoard();
  },
};

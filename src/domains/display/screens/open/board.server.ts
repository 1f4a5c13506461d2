/** Reads what the screen of a code shows now. */
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { filesOf, readBoard } from '../read-board.ts';
import board from './board.open.ts';

export default bindOpen(
  board,
  (services, { organizationId, subject }) => readBoard(services, organizationId, Number(subject)),
  filesOf,
);

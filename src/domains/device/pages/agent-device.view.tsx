/** Devices with their connection as a coloured word. */
import { view } from '../../../kit/console/view.ts';
import { deviceCells } from '../online-cell.tsx';

export default view({ cells: deviceCells });

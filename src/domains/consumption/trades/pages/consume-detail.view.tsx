/** 消费明细: only the rule trace is drawn by hand. */
import { view } from '../../../../kit/console/view.ts';
import { tradeCells } from '../trade-cells.tsx';

export default view({ cells: tradeCells });

/** 消费记录: the rule trace is drawn by hand, as a section of its own below the facts. */
import { view } from '../../../../kit/console/view.ts';
import { TraceSection, tradeCells } from '../trade-cells.tsx';

export default view({ cells: tradeCells, detail: TraceSection });

/** 补贴清零明细: what is due and the button that clears it stand above the lines. */
import { view } from '../../../kit/console/view.ts';
import { ClearPanel } from '../views/clear-panel.tsx';
import '../views/clear.css';

export const clearDetail = view({ slots: { aboveTable: ClearPanel } });
export const countClearDetail = clearDetail;

/** 余额限制: all types on one sheet. */
import { view } from '../../../kit/console/view.ts';
import { LimitsTable } from '../limits/limits-table.tsx';

export default view({ formBody: LimitsTable });

/** 收款台. */
import { view } from '../../../../kit/console/view.ts';
import { Counter } from '../counter.tsx';

export default view({ page: Counter });

/** 巡检人员关联: the grid in place of a list. */
import { view } from '../../../../kit/console/view.ts';
import { LinkPage } from '../views/link-page.tsx';

export default view({ page: LinkPage });

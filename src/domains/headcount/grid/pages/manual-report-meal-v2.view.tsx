/** 人工报餐（V2）: the grid in place of a list. */
import { view } from '../../../../kit/console/view.ts';
import { GridPage } from '../views/grid-page.tsx';

export default view({ page: GridPage });

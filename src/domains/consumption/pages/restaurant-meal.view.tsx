/** 餐厅餐次: the settings form with a grid as its body. */
import { view } from '../../../kit/console/view.ts';
import { ServingGrid } from '../views/serving-grid.tsx';

export default view({ formBody: ServingGrid });

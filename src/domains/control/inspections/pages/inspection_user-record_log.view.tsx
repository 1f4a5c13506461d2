/** 陪餐与巡检记录, a tab among the pages of inspections. */
import { view } from '../../../../kit/console/view.ts';
import { InspectionBar } from '../views/inspection-bar.tsx';

export default view({ slots: { aboveFilter: InspectionBar } });

/** 群机器人, a tab among the pages of alerts. */
import { view } from '../../../kit/console/view.ts';
import { AlertBar } from '../views/alert-bar.tsx';

export default view({ slots: { aboveFilter: AlertBar } });

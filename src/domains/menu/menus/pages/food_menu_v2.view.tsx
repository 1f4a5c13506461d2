/** 菜谱管理（V2）: the week grid in place of a list. */
import { view } from '../../../../kit/console/view.ts';
import { WeekPage } from '../views/week-page.tsx';

export const foodMenuV2 = view({ page: WeekPage });

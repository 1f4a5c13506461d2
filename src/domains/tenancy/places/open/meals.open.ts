/** 就餐人次大屏: how many have eaten in a restaurant today, meal by meal. */
import { openPage } from '../../../../kit/define/open-page.ts';

export interface MealScreen {
  unit: string;
  restaurant: string;
  /** `YYYY-MM-DD`, of the books. */
  date: string;
  meals: { id: number; name: string; start: string; end: string; heads: number; lastWeekHeads: number; now: boolean }[];
  heads: number;
}

export default openPage({
  name: 'meals',
  on: 'screen',
  title: '就餐人次',
  days: null,
  freshSeconds: 10,
  refreshSeconds: 30,
});

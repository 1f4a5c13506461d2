/** 部门就餐汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { departmentMeals, headsByPlace } from '../department-meals.ts';
import spec, { headsOfPlaces } from './department-meal-summary.page.ts';

const read = 'trade.heads';

export default bind(spec, {
  rows: departmentMeals,
  proof: {
    reads: { breakfast: read, lunch: read, dinner: read, night: read, other: read },
    held: { [headsOfPlaces]: headsByPlace },
  },
});

/** 每日报餐汇总 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { mealDays, mealReads } from '../meal-days.ts';
import spec from './everyday-report-meal-summary.page.ts';

export default bind(spec, { rows: mealDays, proof: { reads: mealReads } });

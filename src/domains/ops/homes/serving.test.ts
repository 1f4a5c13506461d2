import { expect, test } from 'vitest';
import type { ComingMeal } from './home-figures.ts';
import { expectedOf } from './serving.ts';

const lunch = (more: Partial<ComingMeal>): ComingMeal => ({
  diningDate: '2026-11-25',
  mealPeriodId: 2,
  mealName: '午餐',
  reported: null,
  ordered: null,
  guests: 0,
  forecast: null,
  forecastRange: '',
  wasted: '',
  ...more,
});
const said = (portions: number) => ({ portions, byDefault: 0, counted: 0, leftMinutes: 0 });
const expected = (more: Partial<ComingMeal>) => expectedOf([lunch(more)], '2026-11-25', 2);

test('who usually comes without saying so is expected as well; whoever said so always is', () => {
  expect(expected({ reported: said(46), forecast: 232 })).toBe(232);
  expect(expected({ reported: said(300), guests: 10, forecast: 232 })).toBe(310);
  expect(expected({ forecast: 232 })).toBe(232);
  expect(expected({ guests: 10 })).toBe(10);
  expect(expected({})).toBeNull();
  // A Sunday: no share can be told of nobody.
  expect(expected({ reported: said(0), forecast: 0 })).toBeNull();
  expect(expectedOf([], '2026-11-25', 2)).toBeNull();
});

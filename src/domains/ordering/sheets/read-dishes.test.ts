/** Dishes of a sheet's cell. */
import { expect, test } from 'vitest';
import { readDishes } from './read-dishes.ts';

const items = new Map([
  ['红烧肉', 1],
  ['米饭', 2],
  ['AD钙奶 x2', 3],
]);

test('names with portions, in whatever signs they are typed', () => {
  expect(readDishes('红烧肉×2、米饭', items)).toEqual([
    { menuItemId: 1, qty: 2 },
    { menuItemId: 2, qty: 1 },
  ]);
  expect(readDishes('米饭 x 3份，红烧肉*1；', items)).toEqual([
    { menuItemId: 2, qty: 3 },
    { menuItemId: 1, qty: 1 },
  ]);
  expect(readDishes('AD钙奶 x2', items)).toEqual([{ menuItemId: 3, qty: 1 }]);
  expect(readDishes(' ', items)).toEqual([]);
  expect(readDishes('红烧肉、没有的菜', items)).toBe('这一餐已发布的菜谱里没有「没有的菜」');
});

/** Questions with the fields of a row in them, asked about one row and about several. */
import { expect, test } from 'vitest';
import { fill, fillSeveral } from './template.ts';

test('a question about one row names it, about several it says so once in a clause', () => {
  const asked = '核销 {personName} 的 {mealPeriodName}：{dishes}？';
  const row: Readonly<Record<string, string>> = { personName: '王俊', mealPeriodName: '午餐', dishes: '米饭' };
  expect(fill(asked, (key) => row[key])).toBe('核销 王俊 的 午餐：米饭？');
  for (const [template, told] of [
    [asked, '核销 所选记录？'],
    [
      '取消 {personName} {diningDate} {mealPeriodName} 的订单？冻结的金额全部退回。',
      '取消 所选记录 的订单？冻结的金额全部退回。',
    ],
    ['确定禁止「{typeName}」就餐：{mealPeriodName}？', '确定禁止所选记录？'],
    ['作废所选取餐记录？', '作废所选取餐记录？'],
    ['下架后不能再安排进新发布的菜谱，确定下架「{name}」？', '下架后不能再安排进新发布的菜谱，确定下架所选记录？'],
  ] as const)
    expect(fillSeveral(template)).toBe(told);
});

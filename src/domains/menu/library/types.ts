/** Classes of the library's food-stuffs, by the front of their code in the composition table: a reviewed table. */
import type { FoodClass } from '../nutrition/food-classes.ts';

export interface StuffType {
  /** Front of the food codes it holds; the longest that fits counts. */
  code: string;
  name: string;
  foodClass: FoodClass;
  needTest?: true;
  shelfDays?: number;
}

export const stuffTypes: readonly StuffType[] = [
  { code: '01', name: '谷类及制品', foodClass: 'CEREAL', shelfDays: 180 },
  { code: '021', name: '薯类', foodClass: 'CEREAL', shelfDays: 30 },
  { code: '022', name: '淀粉及制品', foodClass: 'CEREAL', shelfDays: 365 },
  { code: '03', name: '杂豆', foodClass: 'CEREAL', shelfDays: 365 },
  { code: '031', name: '大豆及制品', foodClass: 'SOY', shelfDays: 7 },
  { code: '041', name: '根菜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 7 },
  { code: '042', name: '鲜豆类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 3 },
  { code: '043', name: '茄果瓜菜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 5 },
  { code: '044', name: '葱蒜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 7 },
  { code: '045', name: '嫩茎叶花菜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 2 },
  { code: '046', name: '水生蔬菜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 3 },
  { code: '047', name: '薯芋类蔬菜', foodClass: 'VEGETABLE', needTest: true, shelfDays: 14 },
  { code: '048', name: '野生蔬菜类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 2 },
  { code: '05', name: '菌藻类', foodClass: 'VEGETABLE', needTest: true, shelfDays: 5 },
  { code: '06', name: '水果及制品', foodClass: 'FRUIT', needTest: true, shelfDays: 7 },
  { code: '07', name: '坚果种子', foodClass: 'NUT', shelfDays: 180 },
  { code: '08', name: '畜肉及制品', foodClass: 'MEAT', shelfDays: 3 },
  { code: '09', name: '禽肉及制品', foodClass: 'MEAT', shelfDays: 3 },
  { code: '10', name: '乳及制品', foodClass: 'MILK', shelfDays: 21 },
  { code: '105', name: '奶油', foodClass: 'OIL', shelfDays: 90 },
  { code: '11', name: '蛋及制品', foodClass: 'EGG', shelfDays: 30 },
  { code: '12', name: '水产', foodClass: 'FISH', shelfDays: 2 },
  { code: '13', name: '婴幼儿食品', foodClass: 'OTHER', shelfDays: 365 },
  { code: '19', name: '动物油脂', foodClass: 'OIL', shelfDays: 180 },
  { code: '20', name: '植物油', foodClass: 'OIL', shelfDays: 365 },
  { code: '21', name: '其他', foodClass: 'OTHER' },
  { code: '231', name: '食盐', foodClass: 'SALT' },
  { code: '232', name: '糖', foodClass: 'SUGAR' },
  { code: '233', name: '酱与调味品', foodClass: 'OTHER', shelfDays: 365 },
  { code: '24', name: '饮用水', foodClass: 'WATER' },
];

/** The class of a food code. @throws for a code that no class holds */
export function typeOfCode(code: string): StuffType {
  let best: StuffType | undefined;
  for (const type of stuffTypes)
    if (code.startsWith(type.code) && type.code.length > (best?.code.length ?? 0)) best = type;
  if (!best) throw new Error(`food code ${code} lies in no class`);
  return best;
}

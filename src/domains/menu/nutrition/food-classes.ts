/** Classes that grams of a meal are counted to, and the four groups of WS/T 554-2017. */
export const foodClasses = [
  { value: 'CEREAL', label: '谷薯类' },
  { value: 'VEGETABLE', label: '蔬菜类' },
  { value: 'FRUIT', label: '水果类' },
  { value: 'MEAT', label: '畜禽肉类' },
  { value: 'FISH', label: '鱼虾类' },
  { value: 'EGG', label: '蛋类' },
  { value: 'MILK', label: '奶类' },
  { value: 'SOY', label: '大豆类' },
  { value: 'NUT', label: '坚果类' },
  { value: 'OIL', label: '植物油与油脂' },
  { value: 'SALT', label: '盐' },
  { value: 'SUGAR', label: '糖' },
  { value: 'WATER', label: '水' },
  { value: 'OTHER', label: '其他' },
] as const;
export type FoodClass = (typeof foodClasses)[number]['value'];

export const foodGroups: readonly { label: string; classes: readonly FoodClass[] }[] = [
  { label: '谷薯类', classes: ['CEREAL'] },
  { label: '蔬菜水果类', classes: ['VEGETABLE', 'FRUIT'] },
  { label: '鱼禽肉蛋类', classes: ['MEAT', 'FISH', 'EGG'] },
  { label: '奶豆坚果类', classes: ['MILK', 'SOY', 'NUT'] },
];

export const marks = [
  { value: 'DARK', label: '深色蔬菜' },
  { value: 'LIVER', label: '动物肝脏' },
] as const;

/** Salt and water hold next to nothing that is counted; how much of the rest is known is asked without them. */
export const weighs = (foodClass: string): boolean => foodClass !== 'SALT' && foodClass !== 'WATER';

export const classLabel = (value: string): string => foodClasses.find((c) => c.value === value)?.label ?? '其他';

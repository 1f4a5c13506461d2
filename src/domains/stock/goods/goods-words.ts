/** Words of goods: what they are, what they are counted in, how they are kept. */
import type { Choice } from '../../../kit/define/field.ts';

/** One list for everybody, so that purchases of several caterers compare and papers can be asked for by category. */
export const goodsCategories = [
  { value: 'GRAIN', label: '粮食谷物' },
  { value: 'OIL', label: '食用油' },
  { value: 'MEAT', label: '畜肉' },
  { value: 'POULTRY', label: '禽肉' },
  { value: 'EGG', label: '蛋类' },
  { value: 'AQUATIC', label: '水产' },
  { value: 'VEGETABLE', label: '蔬菜菌藻' },
  { value: 'FRUIT', label: '水果' },
  { value: 'BEAN', label: '豆制品' },
  { value: 'DAIRY', label: '乳品' },
  { value: 'SEASONING', label: '调味品' },
  { value: 'DRY', label: '干货' },
  { value: 'SEMI', label: '半成品' },
  { value: 'DRINK', label: '饮料' },
  { value: 'SNACK', label: '休闲食品' },
  { value: 'DAILY', label: '日用品' },
  { value: 'PACKING', label: '餐具包材' },
  { value: 'OTHER', label: '其他' },
] as const satisfies readonly Choice[];
export type GoodsCategory = (typeof goodsCategories)[number]['value'];

/** Papers that goods may ask for when they are delivered. */
export const goodsPapers = [
  { value: 'QUARANTINE', label: '检疫证明' },
  { value: 'CERTIFICATE', label: '合格证' },
  { value: 'TEST', label: '批次检验报告' },
] as const satisfies readonly Choice[];

export const baseUnits = [
  { value: 'G', label: '克' },
  { value: 'ML', label: '毫升' },
  { value: 'PIECE', label: '个' },
] as const satisfies readonly Choice[];
export type BaseUnit = (typeof baseUnits)[number]['value'];

export const storedAs = [
  { value: 'DRY', label: '常温' },
  { value: 'CHILLED', label: '冷藏' },
  { value: 'FROZEN', label: '冷冻' },
] as const satisfies readonly Choice[];

export const supplyWays = [
  { value: 'CENTRAL', label: '统配' },
  { value: 'DIRECT', label: '直送' },
] as const satisfies readonly Choice[];

/** Most base units in one line of any document. */
export const mostQty = 1_000_000_000_000;

/** The lines of a recipe and what else belongs to a version of a dish; the library's and the unit's dishes share it. */
import type { EntityName } from '../../../kit/define/entity.ts';
import {
  bool,
  choice,
  choices,
  decimal,
  int,
  lines,
  longText,
  percent,
  ref,
  text,
  time,
} from '../../../kit/define/field.ts';
import { allergens } from '../../people/public.ts';

export const bases = [
  { value: 'NET', label: '净重' },
  { value: 'GROSS', label: '毛重' },
] as const;

/** Most lines of one recipe. */
export const mostLines = 60;
/** Most grams of one food-stuff in a portion (meals.md §10). */
export const mostGrams = 2000;

const lineFields = <E extends EntityName>(foodStuff: E) => ({
  foodStuffId: ref('食材', foodStuff, { required: true }),
  grams: decimal('每份克数', { required: true, unit: '克', digits: 1, min: 0.1, max: mostGrams }),
  basis: choice('基准', bases, { required: true, initial: 'NET' }),
  lossRatio: percent('损耗', { initial: 0, max: 9000 }),
  main: bool('主料', { initial: false }),
});

/** The recipe of one portion, over the food-stuffs of `foodStuff`. */
export const recipeField = <E extends EntityName>(foodStuff: E) =>
  lines('配料', lineFields(foodStuff), {
    unique: ['foodStuffId'],
    max: mostLines,
    totals: ['grams'],
    help: '一份的用量。净重是处理好下锅的重量，毛重是买来的重量；损耗在采购量上另加',
  });

/** Fields of a version beside its recipe. */
export const versionFields = {
  method: longText('做法', { max: 2000, width: 500 }),
  mayContain: choices('可能含有', allergens, {
    help: '配料带来的过敏原自动计入，不能去掉；这里补充同锅、同油等可能带入的',
  }),
};

/** The recipe in one cell of an import. */
export const recipeText = longText('配料', {
  max: 1000,
  help: '如：鸡胸脯肉 80克、黄瓜 50克、精盐 1.5克',
  aliases: ['食材', '用料'],
});

/** Versions of a dish as its record lists them. */
export const versionListFields = {
  dishId: int('菜品'),
  no: int('版本', { columnWidth: 70 }),
  recipeText: longText('配料', { columnWidth: 360 }),
  allergens: choices('可能含有', allergens),
  method: longText('做法', { columnWidth: 240 }),
  madeAt: time('修改时间'),
  madeName: text('修改人'),
};

/** What is known of a dish by its recipe. */
export const derivedFields = {
  allergens: choices('过敏原', allergens),
  declared: bool('过敏原申报', { words: [{ label: '已申报' }, { label: '未申报', tone: 'warning' }] }),
  lineCount: int('配料', { unit: '项' }),
};

export const spiciness = [
  { value: '0', label: '不辣' },
  { value: '1', label: '微辣' },
  { value: '2', label: '中辣' },
  { value: '3', label: '重辣' },
] as const;

/** In what a food-stuff is counted: kilograms, or a piece of so many grams. Prices are per kilogram everywhere. */
import { int, text } from '../../../kit/define/field.ts';

export const stuffUnit = {
  unit: text('单位', {
    max: 10,
    width: 150,
    initial: '公斤',
    columnWidth: 70,
    help: '点数、采购时用的单位，如 公斤、个、盒',
  }),
  unitGrams: int('每单位克重', {
    unit: '克',
    min: 1,
    max: 1_000_000,
    width: 150,
    initial: 1_000,
    help: '一个单位的毛重',
  }),
};

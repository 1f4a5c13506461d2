/** What the composition table has not: oil, salt, sugar, water. Their values are computed, not measured; sauces come from pack labels, entered by hand. */
import type { Nutrients } from '../nutrition/nutrients.ts';
import type { LibraryFood } from './read-composition.ts';

export const computedSource = '计算值';

const computed = (code: string, name: string, nutrients: Nutrients, more: Partial<LibraryFood> = {}): LibraryFood => ({
  code,
  name,
  alias: '',
  edibleRatio: 10_000,
  mark: '',
  risk: '',
  allergens: [],
  nutrients,
  source: computedSource,
  note: '',
  rare: false,
  ...more,
});

/** Pure fat; its minerals are next to none, its vitamin E differs too much to be computed. */
const oil: Nutrients = {
  energy: 900,
  protein: 0,
  fat: 100,
  carbohydrate: 0,
  fibre: 0,
  cholesterol: 0,
  sodium: 0,
  calcium: 0,
  iron: 0,
  water: 0,
};

export const supplement: readonly LibraryFood[] = [
  computed('200001', '大豆油', oil, { allergens: ['SOY'], alias: '豆油' }),
  computed('200002', '花生油', oil, { allergens: ['PEANUT'] }),
  computed('200003', '菜籽油', oil, { alias: '菜油' }),
  computed('200004', '玉米油', oil),
  computed('200005', '葵花籽油', oil),
  computed('200006', '芝麻油', oil, { alias: '香油、麻油' }),
  computed('200007', '调和油', oil, { alias: '食用植物油', note: '成分不明的调和油，过敏原以标签为准' }),
  computed(
    '231001',
    '精盐',
    { energy: 0, protein: 0, fat: 0, carbohydrate: 0, fibre: 0, sodium: 39_340 },
    { alias: '食盐' },
  ),
  computed(
    '232001',
    '白砂糖',
    { energy: 400, protein: 0, fat: 0, carbohydrate: 100, fibre: 0, cholesterol: 0 },
    { alias: '白糖、糖' },
  ),
  computed(
    '240001',
    '饮用水',
    { energy: 0, protein: 0, fat: 0, carbohydrate: 0, fibre: 0, water: 100 },
    { alias: '水' },
  ),
];

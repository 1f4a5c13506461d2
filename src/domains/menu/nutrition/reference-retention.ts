/**
 * Published shares of nutrients that are left after cooking, to begin with: those that could be read in the table or in a
 * quotation of its rows. Fish, soups of meat and whatever else is not here were not found and are not guessed.
 */
import type { NutrientKey } from './nutrients.ts';

interface Reference {
  cooking: string;
  foodClass: string;
  /** Per cent. */
  left: { readonly [K in NutrientKey]?: number };
  source: string;
}

const usda = (code: string) => `USDA 营养素保留率表第 6 版（2007），代码 ${code}`;
const oxford = '牛津参考：食物烹调的营养损失，肉类烤、煎炸约失去维生素的 20%';

export const referenceRetention: readonly Reference[] = [
  { cooking: 'STIR_FRY', foodClass: 'VEGETABLE', left: { vitaminA: 90, vitaminC: 85 }, source: usda('3785') },
  { cooking: 'FRY', foodClass: 'VEGETABLE', left: { vitaminA: 85, vitaminC: 85 }, source: usda('3780') },
  { cooking: 'STEW', foodClass: 'VEGETABLE', left: { vitaminA: 95, vitaminC: 85 }, source: usda('3776') },
  { cooking: 'BOIL', foodClass: 'VEGETABLE', left: { vitaminA: 95, vitaminC: 85 }, source: usda('3776') },
  {
    cooking: 'BLANCH',
    foodClass: 'VEGETABLE',
    left: { calcium: 95, iron: 95, magnesium: 95, potassium: 90, sodium: 95, zinc: 95, vitaminA: 90, vitaminC: 75 },
    source: usda('3775'),
  },
  {
    cooking: 'BLANCH',
    foodClass: 'SOY',
    left: {
      calcium: 85,
      iron: 80,
      magnesium: 75,
      phosphorus: 85,
      potassium: 70,
      sodium: 90,
      zinc: 85,
      copper: 65,
      vitaminC: 65,
    },
    source: usda('0521'),
  },
  { cooking: 'STEAM', foodClass: 'CEREAL', left: { vitaminA: 90, vitaminC: 80 }, source: usda('0302') },
  { cooking: 'BOIL', foodClass: 'CEREAL', left: { vitaminA: 90, vitaminC: 80 }, source: usda('0302') },
  { cooking: 'BAKE', foodClass: 'CEREAL', left: { vitaminA: 90, vitaminC: 80 }, source: usda('0301') },
  { cooking: 'STIR_FRY', foodClass: 'CEREAL', left: { vitaminA: 85, vitaminC: 80 }, source: usda('0305') },
  { cooking: 'BOIL', foodClass: 'EGG', left: { thiamin: 85, riboflavin: 95, vitaminC: 80 }, source: usda('0105') },
  { cooking: 'BOIL', foodClass: 'MILK', left: { thiamin: 90, vitaminC: 85 }, source: usda('2151') },
  { cooking: 'BAKE', foodClass: 'MEAT', left: { thiamin: 80, riboflavin: 80, niacin: 80 }, source: oxford },
  { cooking: 'FRY', foodClass: 'MEAT', left: { thiamin: 80, riboflavin: 80, niacin: 80 }, source: oxford },
];

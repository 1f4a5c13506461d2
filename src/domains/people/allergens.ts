/** The eight groups of GB 7718: what a person must not eat, what a food-stuff holds. One list for both. */
export const allergens = [
  { value: 'GLUTEN', label: '含麸质谷物' },
  { value: 'CRUSTACEAN', label: '甲壳类' },
  { value: 'FISH', label: '鱼类' },
  { value: 'EGG', label: '蛋类' },
  { value: 'PEANUT', label: '花生' },
  { value: 'SOY', label: '大豆' },
  { value: 'MILK', label: '乳制品' },
  { value: 'NUT', label: '坚果' },
] as const;

export type Allergen = (typeof allergens)[number]['value'];

/** What is known of food, per 100 g of its edible part: the nutrients, their units and their fields. Both sides read it. */
import { decimal, type Field } from '../../../kit/define/field.ts';

interface Nutrient {
  label: string;
  unit: 'kcal' | 'g' | 'mg' | 'µg';
  digits: number;
  /** Header of the composition table. */
  column: string;
}

export const nutrients = {
  energy: { label: '能量', unit: 'kcal', digits: 0, column: 'energyKCal' },
  protein: { label: '蛋白质', unit: 'g', digits: 1, column: 'protein' },
  fat: { label: '脂肪', unit: 'g', digits: 1, column: 'fat' },
  carbohydrate: { label: '碳水化合物', unit: 'g', digits: 1, column: 'CHO' },
  fibre: { label: '膳食纤维', unit: 'g', digits: 1, column: 'dietaryFiber' },
  cholesterol: { label: '胆固醇', unit: 'mg', digits: 0, column: 'cholesterol' },
  vitaminA: { label: '维生素A', unit: 'µg', digits: 0, column: 'vitaminA' },
  thiamin: { label: '维生素B1', unit: 'mg', digits: 2, column: 'thiamin' },
  riboflavin: { label: '维生素B2', unit: 'mg', digits: 2, column: 'riboflavin' },
  niacin: { label: '烟酸', unit: 'mg', digits: 2, column: 'niacin' },
  vitaminC: { label: '维生素C', unit: 'mg', digits: 1, column: 'vitaminC' },
  vitaminE: { label: '维生素E', unit: 'mg', digits: 2, column: 'vitaminETotal' },
  calcium: { label: '钙', unit: 'mg', digits: 0, column: 'Ca' },
  phosphorus: { label: '磷', unit: 'mg', digits: 0, column: 'P' },
  potassium: { label: '钾', unit: 'mg', digits: 0, column: 'K' },
  sodium: { label: '钠', unit: 'mg', digits: 1, column: 'Na' },
  magnesium: { label: '镁', unit: 'mg', digits: 0, column: 'Mg' },
  iron: { label: '铁', unit: 'mg', digits: 1, column: 'Fe' },
  zinc: { label: '锌', unit: 'mg', digits: 2, column: 'Zn' },
  selenium: { label: '硒', unit: 'µg', digits: 2, column: 'Se' },
  copper: { label: '铜', unit: 'mg', digits: 2, column: 'Cu' },
  manganese: { label: '锰', unit: 'mg', digits: 2, column: 'Mn' },
  water: { label: '水分', unit: 'g', digits: 1, column: 'water' },
  ash: { label: '灰分', unit: 'g', digits: 1, column: 'ash' },
} as const satisfies Record<string, Nutrient>;

export type NutrientKey = keyof typeof nutrients;
/** Per 100 g of the edible part. A key that is missing is not known; it is never zero. */
export type Nutrients = { [K in NutrientKey]?: number };

export const nutrientKeys = Object.keys(nutrients) as NutrientKey[];

/** Most that 100 g can hold, in the nutrient's unit: 100 g, or pure fat's energy. */
const most: Record<Nutrient['unit'], number> = { kcal: 905, g: 100, mg: 100_000, µg: 100_000_000 };

/** A field per nutrient, empty where it is not known. */
export const nutrientFields = Object.fromEntries(
  nutrientKeys.map((key) => {
    const { label, unit, digits } = nutrients[key];
    // The table prints some values finer than they are shown.
    return [key, decimal(label, { unit, digits: Math.max(digits, 2), min: 0, max: most[unit], width: 150 })];
  }),
) as { [K in NutrientKey]: Field<number> };

/** Those of the values that are nutrients, unknown ones left out. */
export function nutrientsIn(values: Readonly<Record<string, unknown>>): Nutrients {
  const found: Nutrients = {};
  for (const key of nutrientKeys) if (typeof values[key] === 'number') found[key] = values[key];
  return found;
}

/** Grams that the parts of 100 g add up to may exceed it by the error of measuring (meals.md §10). */
export const mostParts = 103;
const parts = ['water', 'protein', 'fat', 'carbohydrate', 'ash'] as const;

/** What the known parts of 100 g weigh together, in grams. */
export const partsOf = (of: Nutrients): number => parts.reduce((sum, key) => sum + (of[key] ?? 0), 0);

/** `1,234.5 mg`, digits as the nutrient is measured. */
export function nutrientText(key: NutrientKey, value: number): string {
  const { digits, unit } = nutrients[key];
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`;
}

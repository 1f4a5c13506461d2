/** Rows of the menu domain's tables. */
import type { ColumnType } from 'kysely';
import type { SheetFigure } from './kitchen/changes.ts';
import type { Basis } from './kitchen/portions.ts';
import type { Amounts } from './nutrition/amounts.ts';
import type { Nutrients } from './nutrition/nutrients.ts';
import type { RecipeLine } from './nutrition/recipe.ts';

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

interface Checked {
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
}

export interface FoodStuffTypeRow extends Stamps {
  id: number;
  code: string;
  name: string;
  food_class: string;
  shelf_days: number | null;
  need_test: boolean;
  sort: number;
  status: string;
}

export interface FoodTypeRow extends Stamps {
  id: number;
  name: string;
  parent_id: number | null;
  risk: string | null;
  sort: number;
  status: string;
}

export interface LibFoodStuffRow extends Stamps {
  id: number;
  code: string;
  name: string;
  alias: string | null;
  type_id: number;
  edible_ratio: number;
  mark: string | null;
  risk: string | null;
  allergens: string[];
  nutrients: Nutrients;
  source: string | null;
  note: string | null;
  trace_needed: boolean;
  unit: ColumnType<string, string | undefined>;
  unit_grams: ColumnType<number, number | undefined>;
  price_fen: number | null;
  rare: boolean;
  status: string;
}

export interface LibDishRow extends Stamps {
  id: number;
  name: string;
  type_id: number;
  image: string | null;
  spicy: string;
  version_id: number;
  version_no: number;
  status: string;
}

interface VersionColumns {
  id: number;
  dish_id: number;
  no: number;
  method: string;
  allergens: string[];
  frozen: boolean;
  made_at: string;
  made_name: string;
}

interface LineColumns {
  id: number;
  version_id: number;
  no: number;
  food_stuff_id: number;
  grams: number;
  basis: string;
  loss_ratio: number;
  main: boolean;
}

export type LibDishVersionRow = VersionColumns;
export type LibRecipeLineRow = LineColumns;

export interface FoodBanRow {
  id: number;
  code: string;
  label: string;
  target: string;
  words: string[];
  from_date: string;
  until_date: string | null;
  source: string;
}

export interface NutritionStandardRow extends Stamps {
  id: number;
  kind: string;
  age_group: string;
  gender: string;
  nutrient: string;
  low: number | null;
  high: number | null;
  source: string;
  confidence: string;
  from_date: string;
}

export interface FoodStuffRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  alias: string | null;
  lib_id: number | null;
  type_id: number;
  supplier: string | null;
  unit: string | null;
  unit_grams: number | null;
  edible_ratio: number | null;
  allergens: string[];
  nutrients: Nutrients;
  status: string;
}

export interface FoodStuffPriceRow {
  organization_id: number;
  id: number;
  food_stuff_id: number;
  from_date: string;
  price_fen: number;
  supplier: string | null;
  created_at: string;
  created_name: string;
}

export interface DishRow extends Stamps, Checked {
  organization_id: number;
  id: number;
  name: string;
  type_id: number;
  image: string | null;
  price_fen: number | null;
  price_mode: string;
  meal_period_ids: number[];
  spicy: string;
  version_id: number;
  version_no: number;
  approved_id: number | null;
  lib_dish_id: number | null;
  lib_version_no: number | null;
  cooking: ColumnType<string | null, string | null | undefined, string | null>;
  shelf: string;
  status: string;
}

export interface DishVersionRow extends VersionColumns {
  organization_id: number;
}
export interface RecipeLineRow extends LineColumns {
  organization_id: number;
}

/** A dish of a replacement: its recipe before and after. */
export interface KeptReplacement {
  dishId: number;
  before: RecipeLine[];
  after: RecipeLine[];
}

export interface RecipeReplacementRow {
  organization_id: number;
  id: number;
  from_name: string;
  into_name: string;
  ratio: number;
  dishes: ColumnType<KeptReplacement[], string, never>;
  dish_count: number;
  made_id: number | null;
  made_name: string;
  made_at: string;
  undone_at: string | null;
}

export interface FoodMenuRow extends Stamps, Checked {
  organization_id: number;
  id: number;
  restaurant_id: number;
  menu_date: string;
  meal_period_id: number;
  copied_from: number | null;
  status: string;
  published_at: string | null;
}

/** A line of the recipe as a published item keeps it. */
export interface KeptLine {
  foodStuffId: number;
  name: string;
  /** Net grams of one portion. */
  net: number;
  foodClass: string;
  mark: string | null;
}

export interface FoodMenuItemRow {
  organization_id: number;
  id: number;
  menu_id: number;
  restaurant_id: number;
  menu_date: string;
  meal_period_id: number;
  dish_id: number;
  sort: number;
  price_fen: number;
  plan_qty: number;
  made_qty: ColumnType<number | null, number | null | undefined, number | null>;
  order_limit: number | null;
  limit_per_person: number | null;
  cook_name: string;
  need_sample: boolean;
  status: string;
  dish_version_id: number | null;
  dish_name: string | null;
  allergens: string[] | null;
  cost_fen: number | null;
  unpriced: number | null;
  amounts: Amounts | null;
  recipe: KeptLine[] | null;
}

export interface MenuCycleRow extends Stamps {
  organization_id: number;
  id: number;
  name: string;
  weeks: number;
  remark: string | null;
  status: string;
}

export interface MenuCycleCellRow {
  organization_id: number;
  cycle_id: number;
  week_no: number;
  weekday: number;
  meal_period_id: number;
  sort: number;
  dish_id: number;
  price_fen: number | null;
  plan_qty: number | null;
}

export interface DishRatingRow {
  organization_id: number;
  id: number;
  dish_id: number;
  menu_item_id: number;
  person_id: number;
  score: number;
  tags: string[];
  content: string;
  rated_at: string;
}

/** Heads of one age group and gender, in place of the unit's people. */
export interface MixLine {
  ageGroup: string;
  gender: 'M' | 'F';
  heads: number;
}

export interface MenuSettingRow {
  organization_id: number;
  two_hands: boolean;
  repeat_days: number;
  cost_ratio: number | null;
  people_mix: ColumnType<MixLine[] | null, string | null, string | null>;
  updated_at: string;
  version: number;
}

export interface CookingRetentionRow extends Stamps {
  organization_id: number;
  id: number;
  cooking: string;
  food_class: string | null;
  nutrient: string;
  ratio: number;
  source: string | null;
}

export interface KitchenPrintRow {
  organization_id: number;
  id: number;
  dining_date: string;
  restaurant_id: number;
  meal_period_id: number;
  basis: Basis;
  heads: number;
  figures: ColumnType<SheetFigure[], string, string>;
  printed_at: string;
  printed_by: number;
  printed_name: string;
}

interface MenuTables {
  food_stuff_type: FoodStuffTypeRow;
  food_type: FoodTypeRow;
  lib_food_stuff: LibFoodStuffRow;
  lib_dish: LibDishRow;
  lib_dish_version: LibDishVersionRow;
  lib_recipe_line: LibRecipeLineRow;
  food_ban: FoodBanRow;
  nutrition_standard: NutritionStandardRow;
  food_stuff: FoodStuffRow;
  food_stuff_price: FoodStuffPriceRow;
  dish: DishRow;
  dish_version: DishVersionRow;
  recipe_line: RecipeLineRow;
  recipe_replacement: RecipeReplacementRow;
  food_menu: FoodMenuRow;
  food_menu_item: FoodMenuItemRow;
  menu_cycle: MenuCycleRow;
  menu_cycle_cell: MenuCycleCellRow;
  dish_rating: DishRatingRow;
  menu_setting: MenuSettingRow;
  kitchen_print: KitchenPrintRow;
  cooking_retention: CookingRetentionRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends MenuTables {}
}

/** What a unit says of a food stuff itself, where the platform’s library says something else. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { refuseHeavy } from '../nutrition/nutrient-columns.ts';
import { type Nutrients, nutrientKeys, nutrientsIn } from '../nutrition/nutrients.ts';
import type { organizationFoodStuff } from './pages/organization_food_stuff.page.ts';

type StuffValues = Values<typeof organizationFoodStuff.fields>;

interface LibraryWords {
  type_id: number;
  edible_ratio: number;
  unit: string;
  unit_grams: number;
  nutrients: Nutrients;
}

/** Values to write: the unit's own words where they differ from the library's. A class must come from one of both. */
export async function ownWords(
  ctx: Ctx,
  values: StuffValues,
  before: RowValues | null,
): Promise<StuffValues | Refusal> {
  const all = { ...before, ...values } as StuffValues;
  const library: LibraryWords | undefined = all.libId
    ? await ctx.db
        .selectFrom('lib_food_stuff')
        .select(['type_id', 'edible_ratio', 'unit', 'unit_grams', 'nutrients'])
        .where('id', '=', all.libId)
        .executeTakeFirst()
    : undefined;
  const relinked = before !== null && 'libId' in values && values.libId !== before.libId;
  // Figures shown of the library it was linked to before are not the unit's own.
  const shown = nutrientsIn(relinked ? { ...before, ...onlyChanged(values, before) } : all);
  const own: Nutrients = {};
  for (const key of nutrientKeys) {
    const value = shown[key];
    const untouched = relinked && before[key] === value;
    if (value !== undefined && value !== library?.nutrients[key] && !untouched) own[key] = value;
  }
  const heavy = refuseHeavy({ ...library?.nutrients, ...own });
  if (heavy) return heavy;
  const typeId = all.typeId ?? library?.type_id;
  if (!typeId) return refuseField('typeId', '没有关联平台食材时须选择分类');
  const edible = all.edibleRatio ?? null;
  return {
    ...values,
    typeId,
    ownAllergens: all.ownAllergens ?? [],
    edibleRatio: edible === library?.edible_ratio ? null : edible,
    unit: all.unit === library?.unit ? null : all.unit,
    unitGrams: all.unitGrams === library?.unit_grams ? null : all.unitGrams,
    nutrients: own,
  } as StuffValues;
}

const onlyChanged = (values: StuffValues, before: RowValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => before[key] !== value));

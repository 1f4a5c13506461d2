/** Nutrients between a record's fields and the one column that keeps them. */
import { type RawBuilder, sql } from 'kysely';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { mostParts, type NutrientKey, type Nutrients, nutrientKeys, nutrientsIn, partsOf } from './nutrients.ts';
import '../refusals.ts';

/** An expression per nutrient over `of`, SQL of a jsonb column. */
export const nutrientColumns = (of: RawBuilder<unknown>) =>
  Object.fromEntries(
    nutrientKeys.map((key) => [key, sql`(${of} ->> ${sql.lit(key)})::double precision`]),
  ) as unknown as { [K in NutrientKey]: RawBuilder<unknown> };

/** TOO_HEAVY when the parts of 100 g weigh more. */
export function refuseHeavy(of: Nutrients): Refusal | undefined {
  const grams = partsOf(of);
  return grams > mostParts ? refuse('TOO_HEAVY', { grams: grams.toFixed(1) }, { protein: '请核对各成分' }) : undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** Values to write, the nutrients among them gathered into `nutrients`, those not sent as they were. */
export function gathered<V extends Values>(values: V, before: Values | null): V & { nutrients: Nutrients } {
  return { ...values, nutrients: nutrientsIn({ ...before, ...values }) };
}

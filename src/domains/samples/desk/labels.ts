/** What stands on samples' labels; printing them is a step of each. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { labelCode } from './label-code.ts';
import { handOf, lockSamples, writeSamples } from './sample-store.ts';

export interface Label {
  id: number;
  sampleNo: string;
  code: string;
  dish: string;
  batch: number;
  meal: string;
  date: string;
  place: string;
  sampledAt: string;
  grams: number;
  sampler: string;
  dueAt: string;
  cell: string;
}

/** Labels of weighed samples; NOT_NOW for one that is not. */
export async function labelsOf(ctx: Ctx, ids: readonly number[]): Promise<Label[] | Refusal> {
  const samples = await lockSamples(ctx, ids);
  if (isRefusal(samples)) return samples;
  const unweighed = samples.find((sample) => sample.sampled_at === null);
  if (unweighed)
    return refuse('NOT_NOW', { why: `${unweighed.sample_no}「${unweighed.dish_name}」还没有称重，没有标签` });
  const named = async (table: 'meal_period' | 'restaurant') =>
    new Map((await ctx.db.selectFrom(table).select(['id', 'name']).execute()).map((one) => [one.id, one.name]));
  const [meals, places] = [await named('meal_period'), await named('restaurant')];
  await writeSamples(ctx, samples, (sample) => ({ action: 'LABEL', to: sample.status, by: handOf(ctx) }));
  return samples.map((sample) => ({
    id: sample.id,
    sampleNo: sample.sample_no,
    code: labelCode(ownOrganization(ctx), sample.sample_no),
    dish: sample.dish_name,
    batch: sample.batch,
    meal: meals.get(sample.meal_period_id) ?? '',
    date: sample.dining_date,
    place: places.get(sample.restaurant_id) ?? '',
    sampledAt: sample.sampled_at!,
    grams: sample.grams!,
    sampler: sample.sampler_name,
    dueAt: sample.due_at!,
    cell: sample.cell ?? '',
  }));
}

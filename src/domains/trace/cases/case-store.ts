/** Cases as commands need them: the open case of a sample, and the samples a case holds. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { sealSamples } from '../../samples/public.server.ts';
import type { TraceCaseRow } from '../tables.ts';
import '../tables.ts';

/** The number of the unfinished case that a sample was sealed for. */
export async function caseOfSample(ctx: Ctx, sample: { id: number }): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('trace_case')
    .select(['case_no', 'sample_ids'])
    .where('status', 'in', ['OPEN', 'REPORTED'])
    .orderBy('id')
    .execute();
  return found.find(({ sample_ids }) => sample_ids.includes(sample.id))?.case_no;
}

/** Samples of the case's stretch that still stand somewhere: weighed in it, or of a meal served in it, however late they were weighed. */
export function samplesOf(ctx: Ctx, of: Pick<TraceCaseRow, 'from_at' | 'to_at'>) {
  return ctx.db
    .selectFrom('sample')
    .select(['id', 'status'])
    .where('status', 'in', ['SAMPLED', 'RETAINING', 'SEALED'])
    .where((eb) =>
      eb.or([
        eb.and([eb('sampled_at', '>=', of.from_at), eb('sampled_at', '<', of.to_at)]),
        eb.and([eb('window_from', '<', of.to_at), eb('window_to', '>', of.from_at)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Seals whatever stands of the stretch, first of all; those sealed before stay with this case as well. */
export async function sealCase(ctx: Ctx, of: TraceCaseRow): Promise<Refusal | undefined> {
  const samples = await samplesOf(ctx, of);
  const open = samples.filter(({ status }) => status !== 'SEALED').map(({ id }) => id);
  if (open.length > 0) {
    const no = await sealSamples(ctx, open, `溯源 ${of.case_no}`);
    if (no) return no;
  }
  await ctx.db
    .updateTable('trace_case')
    .set({ sample_ids: samples.map(({ id }) => id), updated_at: isoAt(ctx.clock.now()) })
    .where('id', '=', of.id)
    .execute();
  return undefined;
}

/** A case of the unit, locked; NOT_FOUND, or CASE_CLOSED where it is to be changed and is over. */
export async function lockCase(ctx: Ctx, id: number): Promise<TraceCaseRow | Refusal> {
  const found = await ctx.db.selectFrom('trace_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) return refuse('NOT_FOUND');
  return found.status === 'CLOSED' ? refuse('CASE_CLOSED', { caseNo: found.case_no }) : found;
}

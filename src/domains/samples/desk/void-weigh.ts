/** 撤销称重: by who weighed within half an hour; later by somebody who may correct, with why. The to-do is open again. */
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { handOf, lockSamples, refuseSample, toldOf, writeSamples } from './sample-store.ts';
import { voidMinutes } from './sample-words.ts';
import { unweighed } from './unweighed.ts';

/** `mayCorrect`: the session holds the right to correct others' weighings. */
export async function voidWeighing(ctx: Ctx, id: number, reason: string, mayCorrect: boolean): Promise<Refusal | null> {
  const samples = await lockSamples(ctx, [id]);
  if (isRefusal(samples)) return samples;
  const sample = samples[0]!;
  const no = refuseSample('voidWeigh', sample);
  if (no) return no;
  const own = sample.sampler_id === ctx.session.accountId;
  const soon = ctx.clock.now() - Date.parse(sample.sampled_at!) <= voidMinutes * 60_000;
  if (!(own && soon)) {
    const why = own
      ? `称重已超过 ${voidMinutes} 分钟，须由有「更正」权限的人撤销`
      : '由他人称重，须由有「更正」权限的人撤销';
    if (!mayCorrect) return refuse('UNDO_LATE', { sampleNo: sample.sample_no, why });
    if (reason.trim().length < 2)
      return refuse('INVALID_FIELDS', { detail: '请填写撤销的原因' }, { reason: '请填写原因' });
  }
  const last = await ctx.db
    .selectFrom('sample_step')
    .select('id')
    .where('sample_id', '=', id)
    .where('action', '=', 'WEIGH')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const late = ctx.clock.now() > Date.parse(sample.window_to);
  await writeSamples(ctx, samples, () => ({
    action: 'VOID',
    to: late ? 'MISSED' : 'TO_SAMPLE',
    by: handOf(ctx),
    set: unweighed,
    step: { detail: reason.trim(), grams: sample.grams, corrects_id: last?.id ?? null },
  }));
  await ctx.audit({ action: '撤销称重', ...toldOf(sample) });
  return null;
}

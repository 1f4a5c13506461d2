/** What becomes of a sample once it is weighed: put, moved, sealed, unsealed, exempted, taken up again. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { SampleRow } from '../tables.ts';
import { cellOf, refuseCell } from './cells.ts';
import { type Hand, handOf, lockSamples, refuseSample, toldOf, writeSamples } from './sample-store.ts';
import type { SampleStatus, StepAction } from './sample-words.ts';

type Event = Parameters<typeof refuseSample>[0];

/** Locks, checks the state, writes, logs. */
async function each(
  ctx: Ctx,
  ids: readonly number[],
  event: Event,
  label: string,
  check: (sample: SampleRow) => Promise<Refusal | undefined> | Refusal | undefined,
  change: (sample: SampleRow) => Parameters<typeof writeSamples>[2] extends (s: SampleRow) => infer C ? C : never,
): Promise<Refusal | null> {
  const samples = await lockSamples(ctx, ids);
  if (isRefusal(samples)) return samples;
  for (const sample of samples) {
    const no = refuseSample(event, sample) ?? (await check(sample));
    if (no) return no;
  }
  await writeSamples(ctx, samples, change);
  for (const sample of samples) await ctx.audit({ action: label, ...toldOf(sample) });
  return null;
}

/** 入柜 and 换格口: a free cell of the linked cabinet. */
export async function putSample(
  ctx: Ctx,
  id: number,
  cell: string,
  event: 'put' | 'move',
  how: { by?: Hand; atMs?: number } = {},
): Promise<Refusal | null> {
  const samples = await lockSamples(ctx, [id]);
  if (isRefusal(samples)) return samples;
  const sample = samples[0]!;
  const no = refuseSample(event, sample);
  if (no) return no;
  const at = await cellOf(ctx, sample, cell);
  if (isRefusal(at)) return at;
  const full = await refuseCell(ctx, sample, at);
  if (full) return full;
  const atMs = how.atMs ?? ctx.clock.now();
  const to: SampleStatus = event === 'put' ? 'RETAINING' : sample.status;
  const action: StepAction = event === 'put' ? 'PUT' : 'MOVE';
  await writeSamples(ctx, samples, () => ({
    action,
    to,
    at: atMs,
    by: how.by ?? handOf(ctx),
    set: { device_id: at.deviceId, cell: at.cell, ...(event === 'put' ? { put_at: isoAt(atMs) } : {}) },
    step: { device_id: at.deviceId, cell: at.cell, detail: event === 'move' ? `原 ${sample.cell ?? '柜外'}` : '' },
  }));
  await ctx.audit({ action: event === 'put' ? '入柜' : '换格口', ...toldOf(sample) });
  return null;
}

/** 封存: nothing takes them out but 送检. */
export const sealSamples = (ctx: Ctx, ids: readonly number[], reason: string): Promise<Refusal | null> =>
  each(
    ctx,
    ids,
    'seal',
    '封存',
    () => undefined,
    (sample) => ({
      action: 'SEAL',
      to: 'SEALED',
      by: handOf(ctx),
      set: { sealed_from: sample.status === 'SAMPLED' ? 'SAMPLED' : 'RETAINING' },
      step: { detail: reason },
    }),
  );

/** The open case that holds a sample, told by the domain that keeps cases; none where nobody asked. */
export type CaseOfSample = (ctx: Ctx, sample: SampleRow) => Promise<string | undefined>;

/** 解封, vouched for by a second person; not while an open case holds it. */
export const unsealSamples = (
  ctx: Ctx,
  ids: readonly number[],
  reason: string,
  caseOf: CaseOfSample | undefined,
): Promise<Refusal | null> =>
  each(
    ctx,
    ids,
    'unseal',
    '解封',
    async (sample) => {
      const caseNo = await caseOf?.(ctx, sample);
      return caseNo === undefined ? undefined : refuse('SAMPLE_IN_CASE', { sampleNo: sample.sample_no, caseNo });
    },
    (sample) => ({
      action: 'UNSEAL',
      to: sample.sealed_from ?? 'RETAINING',
      by: handOf(ctx),
      set: { sealed_from: null },
      step: { detail: reason },
    }),
  );

/** 免留 by hand: a dish that was not made, comes packed, or was stopped. */
export const exemptSamples = (ctx: Ctx, ids: readonly number[], reason: string): Promise<Refusal | null> =>
  each(
    ctx,
    ids,
    'exempt',
    '免留',
    () => undefined,
    () => ({
      action: 'EXEMPT',
      to: 'EXEMPT',
      by: handOf(ctx),
      set: { exempt_by: 'HAND', exempt_reason: reason },
      step: { detail: reason },
    }),
  );

/** 免留 taken back, until the window ends. */
export const reopenSample = (ctx: Ctx, id: number): Promise<Refusal | null> =>
  each(
    ctx,
    [id],
    'reopen',
    '恢复待留',
    (sample) =>
      ctx.clock.now() > Date.parse(sample.window_to)
        ? refuse('UNDO_LATE', { sampleNo: sample.sample_no, why: '的留样时段已结束，免留不能恢复' })
        : undefined,
    () => ({ action: 'REOPEN', to: 'TO_SAMPLE', by: handOf(ctx), set: { exempt_by: null, exempt_reason: '' } }),
  );

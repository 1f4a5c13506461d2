/** Samples that leave: due ones by two people, early ones with where they went, and one removed by mistake put back. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { SampleRow } from '../tables.ts';
import { refuseCell } from './cells.ts';
import { type Hand, handOf, lockSamples, refuseSample, toldOf, writeSamples } from './sample-store.ts';
import { type RemoveReason, returnMinutes } from './sample-words.ts';

const shown = (iso: string | null) => (iso ?? '').slice(0, 16).replace('T', ' ');

const gone = (ctx: Ctx, by: Hand, reason: RemoveReason, early: boolean, atMs = ctx.clock.now()) => ({
  removed_at: isoAt(atMs),
  remover_id: by.id,
  remover_name: by.name,
  witness_name: ctx.witness?.name ?? '',
  remove_reason: reason,
  early,
});

/** 销样: NOT_DUE before its time, SAMPLE_SEALED while it is evidence. `atMs`: when it was done, where a cabinet tells it later. */
export async function discardSamples(
  ctx: Ctx,
  ids: readonly number[],
  { by = handOf(ctx), atMs = ctx.clock.now() }: { by?: Hand; atMs?: number } = {},
): Promise<Refusal | null> {
  const samples = await lockSamples(ctx, ids);
  if (isRefusal(samples)) return samples;
  for (const sample of samples) {
    const no = refuseSample('discard', sample);
    if (no) return no;
    if (atMs < Date.parse(sample.due_at!))
      return refuse('NOT_DUE', { sampleNo: sample.sample_no, due: shown(sample.due_at) });
  }
  await writeSamples(ctx, samples, () => ({
    action: 'DISCARD',
    to: 'REMOVED',
    at: atMs,
    by,
    set: gone(ctx, by, 'EXPIRED', false, atMs),
  }));
  for (const sample of samples) await ctx.audit({ action: '销样', ...toldOf(sample) });
  return null;
}

export interface Taking {
  removeReason: RemoveReason;
  takenGrams: number;
  agency?: string | null;
  taker?: string | null;
  receiptNo?: string | null;
  reason: string;
}

/** Canonical text of what was handed over: keys in order, no space; its SHA-256 is printed on the 交接单. */
const handedOver = (sample: SampleRow, taking: Taking, at: string, by: string, witness: string): string =>
  JSON.stringify({
    agency: taking.agency ?? '',
    at,
    by,
    dish: sample.dish_name,
    grams: taking.takenGrams,
    no: sample.sample_no,
    reason: taking.reason,
    receiptNo: taking.receiptNo ?? '',
    sampledAt: sample.sampled_at,
    taker: taking.taker ?? '',
    witness,
  });

/** 提前取出, whole or in part: a sealed one only for 送检. Answers the 交接单 to print. */
export async function takeSample(ctx: Ctx, id: number, taking: Taking): Promise<Show | Refusal> {
  const samples = await lockSamples(ctx, [id]);
  if (isRefusal(samples)) return samples;
  const sample = samples[0]!;
  const no = refuseSample('take', sample);
  if (no) return no;
  if (sample.status === 'SEALED' && taking.removeReason !== 'INSPECTION')
    return refuse('SAMPLE_SEALED', { sampleNo: sample.sample_no });
  if (taking.takenGrams > sample.grams!)
    return refuse('INVALID_FIELDS', { detail: '取出多于留样量' }, { takenGrams: `只有 ${sample.grams} 克` });
  const at = isoAt(ctx.clock.now());
  const by = handOf(ctx);
  const witness = ctx.witness?.name ?? '';
  const digest = createHash('sha256')
    .update(handedOver(sample, taking, at, by.name, witness))
    .digest('hex');
  const whole = taking.takenGrams === sample.grams;
  const inspection = taking.removeReason === 'INSPECTION';
  const detail = [
    inspection
      ? `送检 ${taking.agency}，接收人 ${taking.taker}${taking.receiptNo ? `，收样单 ${taking.receiptNo}` : ''}`
      : '异常取出',
    `${taking.takenGrams} 克`,
    taking.reason,
  ].join('；');
  await writeSamples(ctx, samples, () => ({
    action: 'TAKE',
    to: whole ? 'REMOVED' : sample.status,
    by,
    set: whole ? gone(ctx, by, taking.removeReason, true) : { grams: sample.grams! - taking.takenGrams },
    step: { detail, grams: taking.takenGrams, digest },
  }));
  await ctx.audit({
    action: '提前取出',
    ...toldOf(sample),
    changes: [{ key: 'detail', label: '去向', before: null, after: detail }],
  });
  return {
    receipt: {
      title: '样品交接单',
      lines: [
        ['样品编号', sample.sample_no],
        ['品名', sample.dish_name],
        ['就餐日期', sample.dining_date],
        ['留样时间', shown(sample.sampled_at)],
        ['取出数量', `${taking.takenGrams} 克${whole ? '' : `（余 ${sample.grams! - taking.takenGrams} 克继续保存）`}`],
        ['去向', inspection ? `送检：${taking.agency}` : '异常处理'],
        ...(inspection
          ? ([
              ['接收人', taking.taker ?? ''],
              ['收样单号', taking.receiptNo ?? ''],
            ] as const)
          : []),
        ['说明', taking.reason],
        ['取出人', by.name],
        ['见证人', witness],
        ['取出时间', shown(at)],
        ['摘要', digest],
      ],
      footer: '接收人签字：____________　日期：____________',
    },
  };
}

/** 误点恢复 within a quarter of an hour, by somebody else than who removed it, with a picture of the cell. */
export async function returnSample(ctx: Ctx, id: number, photo: string, reason: string): Promise<Refusal | null> {
  const samples = await lockSamples(ctx, [id]);
  if (isRefusal(samples)) return samples;
  const sample = samples[0]!;
  const no = refuseSample('giveBack', sample);
  if (no) return no;
  const no2 = (why: string) => refuse('UNDO_LATE', { sampleNo: sample.sample_no, why });
  if (sample.remove_reason !== 'EXPIRED') return no2('是提前取出的，已交出，不能恢复');
  if (ctx.clock.now() - Date.parse(sample.removed_at!) > returnMinutes * 60_000)
    return no2(`销样已超过 ${returnMinutes} 分钟，不能恢复`);
  if (sample.remover_id === ctx.session.accountId) return no2('由您销样，须由另一人恢复');
  const full =
    sample.cell === null ? undefined : await refuseCell(ctx, sample, { deviceId: sample.device_id, cell: sample.cell });
  if (full) return full;
  await writeSamples(ctx, samples, () => ({
    action: 'RETURN',
    to: sample.cell === null ? 'SAMPLED' : 'RETAINING',
    by: handOf(ctx),
    set: { removed_at: null, remover_id: null, remover_name: '', witness_name: '', remove_reason: null, early: false },
    step: { detail: reason, photo },
  }));
  await ctx.audit({ action: '误点恢复', ...toldOf(sample) });
  return null;
}

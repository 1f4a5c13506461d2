/** 称重: net grams against the rule of the moment; too little or too late needs words, the worst of both is kept. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { unfitNow } from '../../kitchen/public.server.ts';
import { sampleRuleFor } from '../rules/need-sample.ts';
import { readRuling } from '../rules/read-rules.ts';
import type { SampleRow } from '../tables.ts';
import { cellOf, refuseCell } from './cells.ts';
import { type Hand, handOf, lockSamples, refuseSample, toldOf, writeSamples } from './sample-store.ts';
import type { SampleQuality, SampleSource } from './sample-words.ts';

export interface Weighing {
  id: number;
  /** Net. */
  grams: number;
  weighReason?: string | null;
  photo?: string | null;
  /** Put into this cell at once. */
  cell?: string | null;
}

/** How a weighing counts: too late is worse than too light. */
export function qualityOf(grams: number, minGrams: number, atMs: number, windowToMs: number): SampleQuality {
  if (atMs > windowToMs) return 'LATE';
  return grams < minGrams ? 'UNDERWEIGHT' : 'GOOD';
}

/** SAMPLE_SHORT and SAMPLE_LATE until words stand for it. */
function refuseWeight(sample: SampleRow, { grams, weighReason }: Weighing, minGrams: number, atMs: number) {
  if ((weighReason ?? '').trim().length >= 2) return undefined;
  const dish = sample.dish_name;
  if (grams < minGrams)
    return refuse('SAMPLE_SHORT', { dish, grams, short: minGrams - grams }, { grams: `还差 ${minGrams - grams} 克` });
  const ends = Date.parse(sample.window_to);
  if (atMs > ends)
    return refuse(
      'SAMPLE_LATE',
      { dish, ended: isoAt(ends).slice(5, 16).replace('T', ' ') },
      { weighReason: '请填写超时留样的原因' },
    );
  return undefined;
}

/** SAMPLER_UNFIT for somebody of the kitchen who may not work: no certificate, not checked, sent home. Others may weigh. */
async function refuseUnfit(ctx: Ctx, personId: number | undefined, nowMs: number): Promise<Refusal | undefined> {
  const organizationId = ownOrganization(ctx);
  const { name, accountId } = ctx.session;
  const account = personId === undefined ? { name, phone: await phoneOf(ctx, accountId) } : undefined;
  const unfit = await unfitNow(sqlOf(beyondScope(ctx)), {
    organizationId,
    nowMs,
    ...(personId === undefined ? {} : { personId }),
    ...(account ? { account } : {}),
  });
  return unfit && refuse('SAMPLER_UNFIT', unfit);
}

async function phoneOf(ctx: Ctx, accountId: number): Promise<string | null> {
  const row = await beyondScope(ctx)
    .selectFrom('account')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.phone ?? null;
}

/** Weighs samples of the unit, all or none. `atMs`: when it happened. */
export async function weighSamples(
  ctx: Ctx,
  weighings: readonly Weighing[],
  how: { by?: Hand; personId?: number; atMs?: number; source?: SampleSource } = {},
): Promise<Refusal | null> {
  const unfit = await refuseUnfit(ctx, how.personId, how.atMs ?? ctx.clock.now());
  if (unfit) return unfit;
  const samples = await lockSamples(
    ctx,
    weighings.map((one) => one.id),
  );
  if (isRefusal(samples)) return samples;
  const nowMs = ctx.clock.now();
  const atMs = how.atMs ?? nowMs;
  const ruling = await readRuling(sqlOf(ctx.db), ownOrganization(ctx), nowMs, atMs);
  const byId = new Map(weighings.map((one) => [one.id, one]));
  const ruleOf = (sample: SampleRow) =>
    sampleRuleFor(ruling.rules, sample.meal_period_id, ruling.types.get(sample.dish_type_id ?? 0));
  const cells = new Map<number, { deviceId: number | null; cell: string }>();
  for (const sample of samples) {
    const one = byId.get(sample.id)!;
    const no = refuseSample('weigh', sample) ?? refuseWeight(sample, one, ruleOf(sample).minGrams, atMs);
    if (no) return no;
    if (!one.cell) continue;
    const at = await cellOf(ctx, sample, one.cell);
    if (isRefusal(at)) return at;
    const taken = [...cells.values()].some((other) => other.deviceId === at.deviceId && other.cell === at.cell);
    const full = taken
      ? refuse(
          'CELL_TAKEN',
          { cell: at.cell, sampleNo: '本次另一份', dish: '同时称重' },
          { cell: `格口 ${at.cell} 重复` },
        )
      : await refuseCell(ctx, sample, at);
    if (full) return full;
    cells.set(sample.id, at);
  }
  const by = how.by ?? handOf(ctx);
  await writeSamples(ctx, samples, (sample) => {
    const { grams, weighReason, photo } = byId.get(sample.id)!;
    const { minGrams, retainHours } = ruleOf(sample);
    return {
      action: 'WEIGH',
      to: 'SAMPLED',
      at: atMs,
      by,
      set: {
        grams,
        min_grams: minGrams,
        retain_hours: retainHours,
        quality: qualityOf(grams, minGrams, atMs, Date.parse(sample.window_to)),
        weigh_reason: (weighReason ?? '').trim(),
        sampled_at: isoAt(atMs),
        sampler_id: by.id,
        sampler_name: by.name,
        source: how.source ?? 'MANUAL',
        photo: photo ?? null,
        due_at: isoAt(atMs + retainHours * 3_600_000),
      },
      step: { grams, detail: (weighReason ?? '').trim(), photo: photo ?? null, device_id: null, cell: null },
    };
  });
  for (const sample of samples) await ctx.audit({ action: '称重', ...toldOf(sample) });
  const put = samples.filter((sample) => cells.has(sample.id));
  await writeSamples(
    ctx,
    put.map((sample) => ({ ...sample, status: 'SAMPLED' })),
    (sample) => {
      const at = cells.get(sample.id)!;
      return {
        action: 'PUT',
        to: 'RETAINING',
        at: atMs,
        by,
        set: { device_id: at.deviceId, cell: at.cell, put_at: isoAt(atMs) },
        step: { device_id: at.deviceId, cell: at.cell },
      };
    },
  );
  return null;
}

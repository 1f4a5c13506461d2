/** The day's sheet of a restaurant: what the annex of the operating rules asks for, its digest, and signing it. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { SampleQuality, SampleStatus } from '../desk/sample-words.ts';
import '../tables.ts';

/** What is signed of a sample: its weighing. Where it stands later and when it leaves is no part of the day's sheet. */
export interface SheetLine {
  no: string;
  dish: string;
  batch: number;
  meal: number;
  grams: number | null;
  minGrams: number;
  sampledAt: string | null;
  sampler: string;
  quality: SampleQuality | null;
  status: SampleStatus;
  note: string;
  exempt: string;
}

/** The state as far as the day decides it. */
const settled = (status: SampleStatus): string =>
  status === 'TO_SAMPLE' || status === 'MISSED' || status === 'EXEMPT' ? status : 'KEPT';

/** Canonical JSON: lines by number, keys in order, no space. */
export function canonicalSheet(lines: readonly SheetLine[]): string {
  const told = [...lines]
    .sort((a, b) => (a.no < b.no ? -1 : 1))
    .map((line) => ({
      batch: line.batch,
      dish: line.dish,
      exempt: line.exempt,
      grams: line.grams,
      meal: line.meal,
      minGrams: line.minGrams,
      no: line.no,
      note: line.note,
      quality: line.quality,
      sampledAt: line.sampledAt === null ? null : new Date(line.sampledAt).toISOString(),
      sampler: line.sampler,
      status: settled(line.status),
    }));
  return JSON.stringify(told);
}

export const digestOf = (lines: readonly SheetLine[]): string =>
  createHash('sha256').update(canonicalSheet(lines)).digest('hex');

export interface SheetRow extends SheetLine {
  mealName: string;
  dueAt: string | null;
  cell: string;
  removedAt: string | null;
  removerName: string;
  witnessName: string;
  tempOut: boolean;
}

export interface SampleSheet {
  date: string;
  place: string;
  unit: string;
  rows: SheetRow[];
  /** Degrees as the standard has them: 0–8 ℃. */
  kept: string;
  digest: string;
  signs: { name: string; at: string; digest: string /** What differs from then, in words. */; changes: string[] }[];
}

/** What a later look finds different from what was signed. */
export function changedSince(then: readonly SheetLine[], now: readonly SheetLine[]): string[] {
  const before = new Map(then.map((line) => [line.no, line]));
  const words = (line: SheetLine) =>
    line.grams === null
      ? line.status === 'EXEMPT'
        ? `免留 ${line.exempt}`
        : '未留'
      : `${line.grams} 克 ${line.sampler}`;
  return [
    ...now.flatMap((line) => {
      const was = before.get(line.no);
      if (!was) return [`${line.dish}：签后新增`];
      return canonicalSheet([was]) === canonicalSheet([line]) ? [] : [`${line.dish}：${words(was)} → ${words(line)}`];
    }),
    ...then.filter((line) => !now.some((one) => one.no === line.no)).map((line) => `${line.dish}：签后不在`),
  ];
}

export async function readSheet(ctx: Ctx, date: string, restaurantId: number): Promise<SampleSheet | Refusal> {
  const place = await ctx.db.selectFrom('restaurant').select('name').where('id', '=', restaurantId).executeTakeFirst();
  if (!place) return refuse('NOT_FOUND');
  const rows = await ctx.db
    .selectFrom('sample as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .select([
      's.sample_no as no',
      's.dish_name as dish',
      's.batch',
      's.meal_period_id as meal',
      'm.name as mealName',
      's.grams',
      's.min_grams as minGrams',
      's.sampled_at as sampledAt',
      's.sampler_name as sampler',
      's.quality',
      's.status',
      's.weigh_reason as note',
      's.exempt_reason as exempt',
      's.due_at as dueAt',
      's.cell',
      's.removed_at as removedAt',
      's.remover_name as removerName',
      's.witness_name as witnessName',
      's.temp_out as tempOut',
    ])
    .where('s.dining_date', '=', date)
    .where('s.restaurant_id', '=', restaurantId)
    .orderBy('m.start_time')
    .orderBy('s.id')
    .execute();
  const rules = await ctx.db
    .selectFrom('sample_rule')
    .select(['temp_min', 'temp_max'])
    .where('status', '=', 'NORMAL')
    .execute();
  const signs = await ctx.db
    .selectFrom('sample_sign')
    .select(['signer_name as name', 'signed_at as at', 'digest', 'content'])
    .where('dining_date', '=', date)
    .where('restaurant_id', '=', restaurantId)
    .orderBy('id')
    .execute();
  const low = Math.max(0, ...rules.map((rule) => rule.temp_min));
  const high = Math.min(8, ...rules.map((rule) => rule.temp_max));
  return {
    date,
    place: place.name,
    unit: ctx.session.unitName ?? '',
    rows: rows.map((row) => ({ ...row, cell: row.cell ?? '' })),
    kept: `冷藏 ${low}–${high} ℃`,
    digest: digestOf(rows),
    signs: signs.map(({ content, ...sign }) => ({ ...sign, changes: changedSince(content as SheetLine[], rows) })),
  };
}

/** Signs the sheet as it stands, with the own password once more; wrong tries count as at sign-in. */
export async function signSheet(
  ctx: Ctx,
  { date, restaurantId, password, code }: { date: string; restaurantId: number; password: string; code: string | null },
): Promise<null | Refusal> {
  const sheet = await readSheet(ctx, date, restaurantId);
  if (isRefusal(sheet)) return sheet;
  if (sheet.rows.length === 0) return refuse('NOTHING_TO_SIGN', { date, place: sheet.place });
  const proven = await ctx.services.witnessDoor.prove(ctx, { account: ctx.session.account, password, code });
  if (isRefusal(proven))
    return proven.fields && 'witness.password' in proven.fields
      ? refuse('SIGN_PASSWORD', {}, { password: '密码不正确' })
      : proven;
  await ctx.db
    .insertInto('sample_sign')
    .values({
      organization_id: ownOrganization(ctx),
      id: await ctx.ids.next(),
      dining_date: date,
      restaurant_id: restaurantId,
      signed_at: isoAt(ctx.clock.now()),
      signer_id: ctx.session.accountId,
      signer_name: ctx.session.name,
      digest: sheet.digest,
      content: JSON.stringify(sheet.rows),
    })
    .execute();
  await ctx.audit({
    action: '签字',
    targetName: `${date} ${sheet.place} 留样台账`,
    changes: [{ key: 'digest', label: '摘要', before: null, after: sheet.digest }],
  });
  return null;
}

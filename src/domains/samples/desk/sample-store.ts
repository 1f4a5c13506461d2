/** Samples locked for a change, and the one way a change is written: the row and a step of it, together. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { SampleRow, SampleStepRow } from '../tables.ts';
import '../tables.ts';
import { type SampleStatus, type StepAction, sampleFlow } from './sample-words.ts';

/** Whoever acts: an account, a device's person, or the house. */
export interface Hand {
  id: number | null;
  name: string;
}

export const handOf = ({ session }: Pick<Ctx, 'session'>): Hand => ({ id: session.accountId, name: session.name });
export const house: Hand = { id: null, name: '系统' };

/** The samples under lock in the order of their ids; NOT_FOUND when one lies outside the scope. */
export async function lockSamples(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<SampleRow[] | Refusal> {
  const rows = await ctx.db
    .selectFrom('sample')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length < new Set(ids).size ? refuse('NOT_FOUND') : rows;
}

export interface Change {
  action: StepAction;
  to: SampleStatus;
  /** Columns written beside the state. */
  set?: Partial<Omit<SampleRow, 'organization_id' | 'id' | 'status' | 'version' | 'updated_at'>>;
  /** When it happened, epoch ms; now when left out. */
  at?: number;
  by: Hand;
  step?: Partial<Pick<SampleStepRow, 'detail' | 'grams' | 'device_id' | 'cell' | 'photo' | 'digest' | 'corrects_id'>>;
}

/** Writes changes of one kind; `changeOf` answers what becomes of each sample. */
export async function writeSamples(
  ctx: Pick<Ctx, 'db' | 'clock' | 'ids' | 'witness'>,
  samples: readonly SampleRow[],
  changeOf: (sample: SampleRow) => Change,
): Promise<void> {
  if (samples.length === 0) return;
  const told = isoAt(ctx.clock.now());
  const stepIds = await ctx.ids.take(samples.length);
  const steps = samples.map((sample, i): SampleStepRow => {
    const { action, to, at, by, step = {} } = changeOf(sample);
    return {
      organization_id: sample.organization_id,
      id: stepIds[i]!,
      sample_id: sample.id,
      restaurant_id: sample.restaurant_id,
      action,
      at: at === undefined ? told : isoAt(at),
      told_at: told,
      by_id: by.id,
      by_name: by.name,
      witness_name: ctx.witness?.name ?? '',
      from_status: sample.status,
      to_status: to,
      grams: null,
      device_id: sample.device_id,
      cell: sample.cell,
      detail: '',
      photo: null,
      corrects_id: null,
      digest: null,
      ...step,
    };
  });
  for (const sample of samples) {
    const { to, set = {} } = changeOf(sample);
    await ctx.db
      .updateTable('sample')
      .set({ status: to, ...set, updated_at: told, version: sql`version + 1` as never })
      .where('id', '=', sample.id)
      .where('organization_id', '=', sample.organization_id)
      .execute();
  }
  await ctx.db.insertInto('sample_step').values(steps).execute();
}

type Event = keyof typeof sampleFlow.moves;

/** NOT_NOW, or SAMPLE_SEALED where that is why, when the state does not allow the event. */
export function refuseSample(event: Event, sample: SampleRow): Refusal | undefined {
  if (sampleFlow.may(event, sample.status)) return undefined;
  if (sample.status === 'SEALED') return refuse('SAMPLE_SEALED', { sampleNo: sample.sample_no });
  return refuse('NOT_NOW', {
    why: `${sample.sample_no}「${sample.dish_name}」${sampleFlow.whyNot(event, { status: sample.status, mine: false }) ?? ''}`,
  });
}

/** The line of the log about a sample. */
export const toldOf = (sample: SampleRow) => ({
  targetId: sample.id,
  targetName: `${sample.sample_no} ${sample.dish_name}`,
});

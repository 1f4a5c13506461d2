/** A batch of offline records, each with its own answer: one bad record never holds up its neighbours. */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import type { DeviceRecord } from '../gateway.ts';
import { type RecordAnswer, recordAnswer } from './answers.ts';
import { mostRecords, readOffline } from './records.ts';

const numberOf = (item: unknown, key: 'epoch' | 'seq'): number => {
  const value = (item as Record<string, unknown> | null)?.[key];
  return typeof value === 'number' ? value : 0;
};

/** Answers in the order of the records. Offline records are taken whatever the terminal's state: the food is eaten. */
export async function uploadRecords(
  services: Services,
  known: KnownDevice,
  body: unknown,
): Promise<{ answers: RecordAnswer[] } | Refusal> {
  const items = (body as { records?: unknown } | null)?.records;
  if (!Array.isArray(items)) return refuse('BAD_RECORD', { detail: '缺少 records' });
  if (items.length > mostRecords) return refuse('TOO_LARGE', { limit: `一次 ${mostRecords} 条记录` });
  const answers: RecordAnswer[] = [];
  const good: { at: number; record: DeviceRecord }[] = [];
  for (const [at, item] of items.entries()) {
    const record = readOffline(item, known.epoch, known.clockOffsetMs);
    if (isRefusal(record)) answers[at] = recordAnswer(numberOf(item, 'epoch'), numberOf(item, 'seq'), record);
    else good.push({ at, record });
  }
  const outcomes = await services.consumeGateway.upload(
    known.at,
    good.map((g) => g.record),
  );
  const { organizationId, deviceId } = known.at;
  for (const [i, { at, record }] of good.entries()) {
    const answer = recordAnswer(record.epoch, record.seq, outcomes[i]!);
    if (answer.result !== 'RETRY') services.deviceSequences.note(organizationId, deviceId, record.epoch, record.seq);
    answers[at] = answer;
  }
  return { answers };
}

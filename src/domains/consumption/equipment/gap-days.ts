/**
 * On which business day the missing numbers of terminals lie: that of the record before them, else of the one after. The
 * last numbers of a terminal that says records of a later day wait on it are those.
 */
import type { Db, Services } from '../../../kit/server/context.ts';
import { deviceGaps, type Gap, recordKey } from '../../device/public.server.ts';
import { answeredNumbers, businessDay } from '../../wallet/public.server.ts';

/** More gaps than this are a broken terminal, not a report. */
const mostGaps = 2_000;

const keyOf = (gap: Gap, seq: number) => recordKey(gap, { epoch: gap.epoch, seq });

/** One organization's terminals, as far as `db` sees them. */
export interface EquipmentBooks {
  db: Db;
  services: Pick<Services, 'clock' | 'deviceSequences'>;
  organizationId: number;
}

/** Numbers of a terminal that did not arrive, on the business day they are of. */
export interface GapDay {
  day: string;
  gap: Gap;
}

/** The gaps of money records, each on its day. */
export async function gapDays({ db, services, organizationId }: EquipmentBooks): Promise<GapDay[]> {
  await services.deviceSequences.flush();
  const gaps = (await deviceGaps(db, organizationId)).filter(({ stream }) => stream === 'MONEY').slice(0, mostGaps);
  if (gaps.length === 0) return [];
  const keys = gaps.flatMap((gap) => [keyOf(gap, gap.from - 1), keyOf(gap, gap.to + 1)]);
  const [known, beats] = await Promise.all([
    answeredNumbers(db, organizationId, keys),
    db
      .selectFrom('device_day')
      .select((eb) => [
        'device_id as deviceId',
        eb.fn.max('day').as('day'),
        eb.fn.max('day').filterWhere('waiting_count', '>', 0).as('waitingDay'),
      ])
      .groupBy('device_id')
      .execute(),
  ]);
  const dayOf = new Map(
    [...known].map(([key, { occurredDate, recordedAt }]) => [key, occurredDate ?? businessDay(Date.parse(recordedAt))]),
  );
  const lastHeard = new Map(beats.map((b) => [b.deviceId, b.day as unknown as string]));
  const waitingOn = new Map(beats.map((b) => [b.deviceId, b.waitingDay as unknown as string | null]));
  return gaps.map((gap) => {
    const before = dayOf.get(keyOf(gap, gap.from - 1));
    const after = dayOf.get(keyOf(gap, gap.to + 1));
    const waiting = after === undefined ? waitingOn.get(gap.deviceId) : undefined;
    const day =
      (waiting && before && waiting > before ? waiting : before) ??
      after ??
      lastHeard.get(gap.deviceId) ??
      businessDay(services.clock.now());
    return { day, gap };
  });
}

/** `date|deviceId` → how many numbers are missing. */
export async function missingByDay(books: EquipmentBooks): Promise<Map<string, number>> {
  const missing = new Map<string, number>();
  for (const { day, gap } of await gapDays(books)) {
    const at = `${day}|${gap.deviceId}`;
    missing.set(at, (missing.get(at) ?? 0) + gap.to - gap.from + 1);
  }
  return missing;
}

/** Refused swipes, noted in memory and written once a second, so that a lunch rush pays nothing for them. */
import type { Pool } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Log } from '../../../kit/server/context.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refusalMessage, refusalSpec } from '../../../kit/server/refusal.ts';
import type { DeviceAt, DeviceRecord } from '../../device/public.server.ts';

interface Noted {
  device: DeviceAt;
  record: DeviceRecord;
  personId: number | null;
  refusal: Refusal;
}

const flushMs = 1_000;
/** More than this in a second is a terminal gone wild; the rest of it is not written. */
const mostNoted = 5_000;

export interface RefusalBook {
  note(device: DeviceAt, record: DeviceRecord, refusal: Refusal, personId: number | undefined): void;
  /** Writes what is noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

declare module '../../../kit/server/context.ts' {
  interface Services {
    refusedSwipes: RefusalBook;
  }
}

export function refusalBook(pool: Pool, ids: Ids, log: Log): RefusalBook {
  let noted: Noted[] = [];

  async function flush(): Promise<void> {
    if (noted.length === 0) return;
    const rows = noted;
    noted = [];
    try {
      const newIds = await ids.take(rows.length);
      await pool.query({
        name: 'refused-swipes',
        text: `insert into refused_swipe (organization_id, id, device_id, deploy_site_id, restaurant_id, epoch, seq, person_id,
            card_no, mode, amount_fen, code, reason, refused_at)
          select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
            $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::timestamptz[])
          on conflict (organization_id, device_id, epoch, seq) do nothing`,
        values: [
          rows.map((r) => r.device.organizationId),
          newIds,
          rows.map((r) => r.device.deviceId),
          rows.map((r) => r.device.deploySiteId),
          rows.map((r) => r.device.restaurantId),
          rows.map((r) => r.record.epoch),
          rows.map((r) => r.record.seq),
          rows.map((r) => r.personId),
          rows.map((r) => r.record.cardNo ?? ''),
          rows.map((r) => r.record.mode),
          rows.map((r) => r.record.amountFen ?? null),
          rows.map((r) => r.refusal.code),
          rows.map((r) => refusalMessage(r.refusal)),
          rows.map((r) => isoAt(r.record.occurredAt)),
        ],
      });
    } catch (error) {
      log.warn('refused swipes could not be written', { count: rows.length, error: (error as Error).message });
    }
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    note: (device, record, refusal, personId) => {
      if (refusalSpec(refusal.code).status === 503 || noted.length >= mostNoted) return;
      noted.push({ device, record, refusal, personId: personId ?? null });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

const keptDays = 92;

/** Drops what nobody asks about any more. */
export async function sweepRefusals(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete /* wall: sweeps the old ones of every unit */ from refused_swipe where refused_at < $1', [
    isoAt(nowMs - keptDays * 86_400_000),
  ]);
}

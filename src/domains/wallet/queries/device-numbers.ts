/** Which numbers of terminals the ledger has answered: those booked, and those refused for good. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { type DeviceNumber, keyOfNumber, numberOf } from '../plain/plain-swipe.ts';
import '../tables.ts';

export interface AnsweredNumber {
  /** The business day it was taken on; undefined when it was refused. */
  occurredDate: string | undefined;
  recordedAt: string;
}

/** By request key (`d:device:epoch:seq`), those of `keys` that were answered. `db` sees the whole organization. */
export async function answeredNumbers(
  db: Db,
  organizationId: number,
  keys: readonly string[],
): Promise<Map<string, AnsweredNumber>> {
  if (keys.length === 0) return new Map();
  const numbers = keys.map(numberOf).filter((number) => number !== undefined);
  const devices = numbers.map((number) => number.deviceId);
  const sequences = numbers.map((number) => number.deviceSeq);
  const [requests, swipes] = await Promise.all([
    db
      .selectFrom('money_request')
      .select(['request_key as key', 'answer', 'recorded_at as recordedAt'])
      .where('organization_id', '=', organizationId)
      .where('request_key', 'in', keys)
      .execute(),
    sql<DeviceNumber & { occurredDate: string; recordedAt: string }>`
      select t.device_id as "deviceId", t.device_seq as "deviceSeq", t.occurred_date as "occurredDate", t.recorded_at as "recordedAt"
      from unnest(${devices}::bigint[], ${sequences}::text[]) as n (device_id, device_seq)
      cross join lateral (select * from trade_plain s where s.organization_id = ${organizationId} and s.device_id = n.device_id
        and s.device_seq = n.device_seq order by s.device_id, s.device_seq limit 1) t`.execute(db),
  ]);
  return new Map([
    ...requests.map(({ key, answer, recordedAt }): [string, AnsweredNumber] => {
      const posted = answer as { occurredDate?: string } | null;
      return [key, { occurredDate: posted?.occurredDate, recordedAt }];
    }),
    ...swipes.rows.map((row): [string, AnsweredNumber] => [keyOfNumber(row), row]),
  ]);
}

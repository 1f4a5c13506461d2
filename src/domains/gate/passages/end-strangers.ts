/** 多次被拒 is of a door and a business day: what nobody closed is over with the day. */
import type { Services } from '../../../kit/server/context.ts';
import { clear } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** What the alert of a door's refusals on a day is about. */
export const strangersAt = (deviceId: number, day: string): string => `door:${deviceId}:${day}`;

export async function endStrangers({ pool, db, ids, clock }: Services): Promise<void> {
  const { rows } = await pool.query<{ organizationId: number; object: string }>(
    `select /* wall: a job over every unit, each told of its own */ organization_id as "organizationId", object_key as object
     from alert where kind = 'STRANGER' and status in ('OPEN', 'HANDLING') and split_part(object_key, ':', 3) < $1`,
    [businessDay(clock.now())],
  );
  for (const { organizationId, object } of rows)
    await db
      .transaction()
      .execute((trx) =>
        clear({ db: trx, ids, clock }, organizationId, { kind: 'STRANGER', object, detail: '当天结束' }),
      );
}

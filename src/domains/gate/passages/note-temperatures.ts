/** What a gate measured of somebody is a temperature of theirs, judged by the unit's threshold. */
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { DeviceEvent, EventCtx } from '../../device/public.server.ts';
import { peopleSettingOf, recordTemperatures } from '../../people/public.server.ts';

export interface Measured {
  event: Pick<DeviceEvent, 'placedAt' | 'doubtful' | 'device'>;
  person: { personId: number } | undefined;
  temp10: number | null;
}

/** In the transaction of the passages. A time that is not believed makes no record of a person. */
export async function noteTemperatures(ctx: EventCtx, organizationId: number, all: readonly Measured[]): Promise<void> {
  const taken = all.flatMap(({ event, person, temp10 }) =>
    person && temp10 !== null && !event.doubtful
      ? [
          {
            personId: person.personId,
            at: isoAt(event.placedAt),
            temperature: (temp10 / 10).toFixed(1),
            handle: null,
            deviceId: event.device.deviceId,
          },
        ]
      : [],
  );
  if (taken.length === 0) return;
  const { feverFrom } = await peopleSettingOf(ctx.db, organizationId);
  const means = { organizationId, by: null, ids: ctx.ids, clock: ctx.clock };
  await recordTemperatures(sqlOf(ctx.db), means, 'DEVICE', feverFrom, taken);
}

/** Alarms of morning checks: who was rostered and never looked at, by restaurant; who was found unfit. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Found, keepAlerts } from '../../alerts/public.server.ts';
import { kitchens } from '../certificates/certificate-clock.ts';
import { readCrew } from '../crew.ts';
import { settlePasses, workersOf } from '../passes/settle-passes.ts';
import { missedAfterMs } from '../words.ts';

const page = '/admin/organization/morning_check';

/** One per restaurant and day: who began half an hour ago or earlier and has not been checked, until all are or the shifts are over. */
async function missedIn(services: Services, organizationId: number): Promise<Found[]> {
  const nowMs = services.clock.now();
  const today = dateAt(nowMs);
  const crew = await readCrew(services.pool, { organizationId, from: addDays(today, -1), to: today, nowMs });
  const missing = crew.flatMap((member) =>
    member.shifts
      .filter(
        ({ start, end, stands }) =>
          stands.standing === 'NOT_CHECKED' &&
          start + missedAfterMs <= nowMs &&
          nowMs < end &&
          member.status === 'NORMAL',
      )
      .filter(() => member.sentHome === null)
      .map((shift) => ({ member, shift })),
  );
  return [...Map.groupBy(missing, ({ member, shift }) => `${member.restaurantId}:${shift.day}`)].map(([key, list]) => {
    const [{ member, shift }] = list as [(typeof list)[number]];
    const names = list.map((one) => one.member.name).join('、');
    return {
      organizationId,
      alarm: {
        object: `roster:${key}`,
        objectName: `${member.restaurant} ${shift.day} 晨检`,
        restaurantId: member.restaurantId,
        at: Math.min(...list.map((one) => one.shift.start)) + missedAfterMs,
        detail: `${list.length} 人到岗 30 分钟仍未晨检：${names}`,
        open: { path: page, search: { tab: 'matrix' } },
      },
    };
  });
}

/** Every five minutes: 整改 that is overdue ends its hopes of a pass, who is missing is told. Running it twice changes nothing. */
export async function turnChecks(services: Services, signal?: AbortSignal): Promise<void> {
  const found: Found[] = [];
  for (const organizationId of await kitchens(services)) {
    if (signal?.aborted) return;
    found.push(...(await missedIn(services, organizationId)));
    await services.db.transaction().execute(async (trx) => {
      const db = sqlOf(trx);
      const workerIds = await workersOf(db, organizationId);
      const nowMs = services.clock.now();
      await settlePasses(db, services.ids, { organizationId, workerIds, nowMs, why: '班次结束或整改超时' });
    });
  }
  await keepAlerts(services, 'MORNING_CHECK_MISSED', found);
}

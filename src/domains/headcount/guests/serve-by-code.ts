/** Guests at a terminal: the party's code is good once, for as many heads as come of those approved; charged as a signature is. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { headcountRefusals } from '../refusals.ts';
import { minute } from '../reports/report-meals.ts';
import { instantOf } from '../rules/setting.ts';
import { chargesJob } from '../settle/jobs.ts';

export interface GuestsServed {
  guestNo: string;
  departmentName: string;
  heads: number;
}

interface Party {
  id: number;
  guestNo: string;
  departmentName: string;
  mealName: string;
  startTime: string;
  heads: number;
  status: string;
  eatenHeads: number | null;
  servedKey: string | null;
}

/** Minutes before a meal from which guests are served. */
const earlyMs = 10 * 60_000;

/**
 * The same key once more answers the same. GUEST_CODE for a code of no party of today's meals here, one that is used, and one
 * that was taken back: a guess learns nothing.
 */
export async function serveByCode(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { organizationId, restaurantId, deviceId }: DeviceAt,
  { code, heads, key }: { code: string; heads: number; key: string },
): Promise<GuestsServed | Refusal> {
  const nowMs = services.clock.now();
  const today = businessDay(nowMs);
  return services.db.transaction().execute(async (trx): Promise<GuestsServed | Refusal> => {
    const db = sqlOf(trx);
    const { rows } = await db.query<Party>(
      `select g.id, g.guest_no as "guestNo", d.name as "departmentName", m.name as "mealName", m.start_time as "startTime", g.heads,
         g.status, g.eaten_heads as "eatenHeads", g.served_key as "servedKey"
       from guest_meal g join department d on d.organization_id = g.organization_id and d.id = g.department_id
       join meal_period m on m.organization_id = g.organization_id and m.id = g.meal_period_id
       where g.organization_id = $1 and g.restaurant_id = $2 and g.dining_date = $3 and g.code = $4
       order by m.start_time for update of g`,
      [organizationId, restaurantId, today, code],
    );
    const known = rows.find((row) => row.servedKey === key);
    if (known) return { ...known, heads: known.eatenHeads ?? heads };
    const party = rows.find((row) => row.status === 'APPROVED');
    if (!party) return refuse(headcountRefusals.GUEST_CODE);
    const starts = instantOf(today, party.startTime);
    const named = { no: party.guestNo, meal: party.mealName };
    if (nowMs < starts - earlyMs)
      return refuse(headcountRefusals.GUESTS_TOO_EARLY, { ...named, starts: minute(starts) });
    if (heads > party.heads)
      return refuse(headcountRefusals.GUESTS_TOO_MANY, { ...named, heads: party.heads, eaten: heads });
    await db.query(
      `update guest_meal set status = 'SERVED', eaten_heads = $3, served_at = $4, served_by = null, served_name = $5,
         served_note = '取餐码', served_key = $6, charge_wait = '', version = version + 1
       where organization_id = $1 and id = $2`,
      [organizationId, party.id, heads, isoAt(nowMs), `终端 ${deviceId}`, key],
    );
    await services.jobs?.enqueue(chargesJob, { organizationId }, { key: String(organizationId), within: db });
    return { guestNo: party.guestNo, departmentName: party.departmentName, heads };
  });
}

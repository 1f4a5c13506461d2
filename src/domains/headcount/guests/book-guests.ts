/**
 * Books what guests ate to their departments, and takes back what no longer stands: by difference, as charges of reports are.
 * A trade of nobody, owed by the unit (channel UNIT), with as many heads as came; `ORDERED_EATEN` tells it from walk-ins.
 */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import type { Companion, MoneyRequest } from '../../wallet/public.server.ts';
import { instantOf } from '../rules/setting.ts';

interface Due {
  id: number;
  guestNo: string;
  departmentId: number;
  restaurantId: number;
  mealPeriodId: number;
  diningDate: string;
  endTime: string;
  servedAt: string | null;
  servedBy: number | null;
  eatenHeads: number | null;
  standardFen: number;
  wantedFen: number;
  chargedFen: number;
  no: number;
  postingId: number | null;
}

/** Served and not booked yet, or booked and no longer served; as the index `guest_meal_due` has it. */
const isDue = `(g.status = 'SERVED' or (g.charged_fen <> 0 and g.status <> 'CHARGED'))`;

const due = `select g.id, g.guest_no as "guestNo", g.department_id as "departmentId", g.restaurant_id as "restaurantId",
    g.meal_period_id as "mealPeriodId", g.dining_date as "diningDate", m.end_time as "endTime", g.served_at as "servedAt",
    g.served_by as "servedBy", g.eaten_heads as "eatenHeads", g.standard_fen as "standardFen",
    coalesce(g.eaten_heads * g.standard_fen, 0) as "wantedFen", g.charged_fen as "chargedFen", g.charge_no as no,
    g.posting_id as "postingId"
  from guest_meal g join meal_period m on m.organization_id = g.organization_id and m.id = g.meal_period_id
  where g.organization_id = $1 and ${isDue} and ($2 or g.charge_wait = '') and g.id <> all($3::bigint[])
  order by g.id limit 500`;

/** The document's side of a posting; taken back where the document says something else by now. */
function kept(organizationId: number, one: Due, chargedFen: number): Companion {
  return async (tx, posted) => {
    const { rowCount } = await tx.query(
      `update guest_meal set charged_fen = $4, charge_no = $3, posting_id = $5, charge_wait = '', version = version + 1,
         status = case when status = 'SERVED' and $4 = eaten_heads * standard_fen then 'CHARGED' else status end
       where organization_id = $1 and id = $2 and charge_no = $3 - 1
         and coalesce(eaten_heads * standard_fen, 0) = $6`,
      [organizationId, one.id, one.no + 1, chargedFen, chargedFen > 0 ? posted.postingId : null, one.wantedFen],
    );
    return rowCount ? undefined : refuse('STALE');
  };
}

function requestOf(services: Services, organizationId: number, one: Due): MoneyRequest {
  const base = {
    organizationId,
    personId: 0,
    sourceType: 'guest_meal',
    sourceId: one.id,
    ...(one.servedBy === null ? {} : { operatorId: one.servedBy }),
    reason: `客餐 ${one.guestNo}`,
  };
  if (one.postingId !== null)
    return {
      ...base,
      kind: 'REVERSE',
      requestKey: `guest-undo:${one.id}:${one.no + 1}`,
      occurredAt: services.clock.now(),
      originalPostingId: one.postingId,
      companion: kept(organizationId, one, 0),
    };
  const { wantedFen: amountFen, eatenHeads } = one;
  return {
    ...base,
    kind: 'CONSUME',
    requestKey: `guest:${one.id}:${one.no + 1}`,
    // Within the meal, and never ahead of the signature.
    occurredAt: Math.min(Date.parse(one.servedAt!), instantOf(one.diningDate, one.endTime) - 60_000),
    businessDate: one.diningDate,
    meaning: `guest:${one.id}:${amountFen}`,
    heads: eatenHeads!,
    third: { channel: 'UNIT', amountFen },
    price: () => ({
      originFen: amountFen,
      discountFen: 0,
      amountFen,
      attendance: 'ORDERED_EATEN',
      trace: { guest: one.guestNo, heads: eatenHeads, standardFen: one.standardFen },
    }),
    place: {
      restaurantId: one.restaurantId,
      deploySiteId: 0,
      deviceId: 0,
      mealPeriodId: one.mealPeriodId,
      departmentId: one.departmentId,
      personTypeId: 0,
      mode: 'MANUAL',
      identify: 'MANUAL',
    },
    companion: kept(organizationId, one, amountFen),
  };
}

/** Most rounds: what was changed is taken back in one and booked anew in the next. */
const rounds = 3;

/**
 * Books everything that is due in the unit. Safe to run at any time, on several nodes, after a crash. What was refused
 * (a closed month) waits: it is tried again with `ALL`, once a night, or when its signature changes.
 */
export async function bookGuests(services: Services, organizationId: number, which: 'NEW' | 'ALL'): Promise<void> {
  const refused: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await services.pool.query<Due>(due, [organizationId, which === 'ALL', refused]);
    const open = rows.filter((one) => one.postingId !== null || one.wantedFen > 0);
    if (open.length === 0) return;
    const answers = await services.wallet.submitMany(open.map((one) => requestOf(services, organizationId, one)));
    for (const [i, answer] of answers.entries())
      if (isRefusal(answer)) {
        refused.push(open[i]!.id);
        // The refusal stays under this number; the next attempt takes the next.
        await services.pool.query(
          `update guest_meal set charge_no = $3, charge_wait = $4 where organization_id = $1 and id = $2 and charge_no = $3 - 1`,
          [organizationId, open[i]!.id, open[i]!.no + 1, refusalMessage(answer)],
        );
      }
  }
}

/** Units with something to book. */
export async function unitsWithGuests({ pool }: Pick<Services, 'pool'>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct g.organization_id as id from guest_meal g where ${isDue}`,
  );
  return rows.map((row) => row.id);
}

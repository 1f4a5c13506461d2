/** Every night: units whose service ends within sixty days get the order and the bill of their next year. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { orderService } from '../applications/order-service.ts';
import { warnDays } from '../applications/service-state.ts';

interface Ending {
  unitType: 'ORGANIZATION' | 'CONTRACTOR';
  unitId: number;
  applicationId: number;
}

/** Answers how many it opened; one unit's trouble is not the others'. */
export async function openAnnualFees(host: Services): Promise<number> {
  const until = addDays(dateAt(host.clock.now()), warnDays);
  const { rows } = await host.pool.query<Ending>(
    `select /* wall: the house, for all units */ s.unit_type as "unitType", s.unit_id as "unitId", s.application_id as "applicationId"
     from unit_service s join application a on a.id = s.application_id
     where s.base and s.sale = 'NORMAL' and a.price_year_fen > 0 and s.closed_on is null and s.end_on <= $1::date
       and not exists (select from subscription_order o where o.unit_type = s.unit_type and o.unit_id = s.unit_id
         and o.application_id = s.application_id and o.status = 'WAITING')
     order by s.end_on, s.unit_id`,
    [until],
  );
  let opened = 0;
  for (const { unitType, unitId, applicationId } of rows) {
    const done = await inTransaction(host.pool, (tx) => orderService(host, tx, { unitType, unitId }, applicationId, 1));
    if (!isRefusal(done)) opened += 1;
  }
  return opened;
}

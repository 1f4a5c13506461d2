/** Contracts end with their last day: the change of state, and of hands, is made by the house, once an hour and at every start. */
import { CompiledQuery, sql } from 'kysely';
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { endContract, handOver, type Term } from './terms.ts';

const everyMs = 3_600_000;

/** ACTIVE → EXPIRED for contracts whose last day is over; answers how many. Safe to run on several nodes. */
export async function expireContracts(services: Services): Promise<number> {
  const now = services.clock.now();
  return services.db.transaction().execute(async (trx) => {
    const ended = await sql<Term>`
      update contract_site set status = 'EXPIRED', version = version + 1, updated_at = ${isoAt(now)}
      where status = 'ACTIVE' and end_date < ${dateAt(now)}::date 
      returning id, organization_id, contractor_id, start_date, end_date`.execute(trx);
    for (const row of ended.rows) {
      await endContract({ db: trx, clock: services.clock, ids: services.ids }, row);
      await writeAudit(
        { query: (text, values) => trx.executeQuery(CompiledQuery.raw(text, [...values])) },
        await services.ids.next(),
        isoAt(now),
        {
          accountId: null,
          actor: '系统',
          unitType: 'ORGANIZATION',
          unitId: row.organization_id,
          ip: null,
          page: '/admin/organization/manage/contract_site',
        },
        {
          action: '到期',
          targetId: row.id,
          changes: [{ key: 'status', label: '状态', before: 'ACTIVE', after: 'EXPIRED' }],
        },
      );
    }
    return ended.rows.length;
  });
}

/** Runs it now and every hour; the answer stops it. A failed run is logged and tried again at the next hour. */
export async function keepContractsDated(services: Services): Promise<() => void> {
  const run = () =>
    expireContracts(services)
      .then(() => handOver(services))
      .catch((error: Error) => services.log.error('contracts could not be expired', { error: error.message }));
  await run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

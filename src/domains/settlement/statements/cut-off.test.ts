/** Two nodes draw up statements and their connections are cut at any moment: each day is stated once, to the fen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutConnections } from '../../../../tests/support/cut-connections.ts';
import { chance } from '../../../kit/server/chance.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { settleOrganization, stateOrganization } from '../settle-all.ts';
import { generateUpTo } from './generate-statements.ts';

const dayMs = 86_400_000;
let bench: ConsumptionBench;
beforeAll(async () => {
  bench = await consumptionBench();
});
afterAll(() => bench?.app.stop());

/** The night's work of a node, drawn up with a note where terminals are silent; its connection may go amid it. */
async function night(organizationId: number, contractId: number): Promise<void> {
  const { services, clock } = bench.app;
  await settleOrganization(services, organizationId);
  await stateOrganization(services, organizationId);
  const yesterday = addDays(businessDay(clock.now()), -1);
  await inTransaction(services.pool, (tx) =>
    generateUpTo(services, tx, { organizationId, contractId }, yesterday, '终端未开机'),
  );
}

test('nights cut amid two nodes: after the next try every day of the contract stands in one statement', async () => {
  const { organizationId } = bench;
  const { clock, services } = bench.app;
  const by = chance(11);
  const first = businessDay(clock.now());
  const diner = bench.diners[0]!;
  const { rows: contracts } = await services.pool.query<{ id: number }>(
    'select contract_id as id from contract_restaurant where organization_id = $1 order by 1 limit 1',
    [organizationId],
  );
  const contractId = contracts[0]!.id;
  let [cuts, failed] = [0, 0];
  // A dozen, and on a machine that is quicker than the cuts more, until one of them has hit.
  for (let round = 0; round < 12 || (failed === 0 && round < 60); round += 1) {
    const fen = by.between(300, 900);
    await bench.pay(diner.id, fen);
    await bench.eat(diner, fen);
    clock.set(clock.now() + dayMs);
    const nodes = [night(organizationId, contractId), night(organizationId, contractId)].map((one) =>
      one.catch(() => 'cut'),
    );
    await sleep(by.between(0, 60));
    cuts += await cutConnections(services.pool);
    failed += (await Promise.all(nodes)).filter((said) => said === 'cut').length;
    await night(organizationId, contractId);
    expect(await checkUnitInvariants(services.pool)).toEqual([]);
  }
  expect(cuts).toBeGreaterThan(0);
  expect(failed).toBeGreaterThan(0);
  const { rows } = await services.pool.query<{ day: string; lines: number; settled: boolean }>(
    `select d.business_date::text as day, count(*) filter (where l.kind = 'DAY')::int as lines,
       coalesce(sum(l.contractor_fen), 0) = d.contractor_fen as settled
     from settle_day d left join unit_statement_line l on l.organization_id = d.organization_id and l.contract_id = d.contract_id
       and l.business_date = d.business_date and l.kind in ('DAY', 'ADJUST')
     where d.organization_id = $1 and d.contract_id = $2 and d.business_date >= $3 group by d.organization_id, d.id, d.business_date, d.contractor_fen order by 1`,
    [organizationId, contractId, first],
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ lines, settled }) => lines !== 1 || !settled)).toEqual([]);
}, 240_000);

/** SIGKILL under load: what was acknowledged is there, once, and the rules hold. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killedRun } from '../../../../tests/support/killed-run.ts';
import { type LedgerBench, ledgerBench } from '../testing.ts';
import { checkUnitInvariants } from './invariants.ts';

let bench: LedgerBench;
beforeAll(async () => {
  bench = await ledgerBench();
});
afterAll(() => bench?.stop());

const child = new URL('./crash-child.ts', import.meta.url);

test('kill -9 of a writer under load', { timeout: 120_000 }, async () => {
  for (const [round, aliveMs] of [150, 547, 344].entries()) {
    const order = { connectionString: bench.database.connectionString, run: `kill${round}`, callers: 8 };
    const keys = await killedRun(child, order, aliveMs);
    const odd = keys.filter((key) => Number(key.split(':')[1]) % 2 === 1);
    const { rows } = await bench.pool.query<{ n: number }>(
      'select count(*)::int as n from unit_posting where request_key = any($1)',
      [odd],
    );
    expect(rows[0]!.n).toBe(odd.length);
    expect(await checkUnitInvariants(bench.pool)).toEqual([]);
  }
  const { rows } = await bench.pool.query<{ n: number }>(
    `select count(*)::int as n from unit_bucket b where b.postings <> (select count(*) from unit_posting p
       where p.organization_id = b.organization_id and p.bucket_date = b.business_date and p.channel = b.channel
         and p.merchant_no = b.merchant_no)`,
  );
  expect(rows[0]!.n).toBe(0);
});

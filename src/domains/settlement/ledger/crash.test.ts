/** SIGKILL under load: what was acknowledged is there, once, and the rules hold. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerBench, ledgerBench } from '../testing.ts';
import { checkUnitInvariants } from './invariants.ts';

let bench: LedgerBench;
beforeAll(async () => {
  bench = await ledgerBench();
});
afterAll(() => bench?.stop());

/** Lets a child post for `aliveMs` after its first answer, kills it, and answers the keys it had acknowledged. */
async function killedRun(run: string, aliveMs: number): Promise<string[]> {
  const order = { connectionString: bench.database.connectionString, run, callers: 8 };
  const script = fileURLToPath(new URL('./crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
  });
  await once(child.stdout, 'data');
  await sleep(aliveMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return output.split('\n').slice(0, -1);
}

test('kill -9 of a writer under load', { timeout: 120_000 }, async () => {
  for (const [round, aliveMs] of [150, 547, 344].entries()) {
    const keys = await killedRun(`kill${round}`, aliveMs);
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

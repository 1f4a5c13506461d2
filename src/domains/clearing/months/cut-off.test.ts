/** Two nodes lock the same months and their connections are cut at any moment: each month has one pack, and the chain holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutConnections } from '../../../../tests/support/cut-connections.ts';
import { chance } from '../../../kit/server/chance.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sweepFiles } from '../../../kit/server/files/sweep-files.ts';
import { openZip } from '../../../kit/server/sheet/zip-reader.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { lockMonth, lockMonths, type Manifest, packHash, sha256 } from './make-pack.ts';

let bench: ConsumptionBench;
beforeAll(async () => {
  bench = await consumptionBench();
});
afterAll(() => bench?.app.stop());

interface Pack {
  seq: number;
  manifest: string;
  previous_hash: string;
  pack_hash: string;
  file_key: string;
}
const who = { accountId: 1, name: '平审核' };

/** Approved months of the demo's two units with diners, so many months ago. */
async function approvedMonths(first: number, last: number): Promise<number[]> {
  const { services, clock } = bench.app;
  const { rows } = await services.pool.query<{ id: number }>(
    `insert into unit_month (organization_id, id, month, status, created_at)
     select o.id, 9000000 + $3 * 100 + row_number() over (), m::date, 'APPROVED', $1
     from (select id from organization order by id limit 2) o, generate_series($2::date - make_interval(months => $3), $2::date - make_interval(months => $4), '1 month') m
     returning id`,
    [isoAt(clock.now()), `${bench.today.slice(0, 7)}-01`, first, last],
  );
  return rows.map(({ id }) => id);
}

/** The names of those files in the stored archive that are not what the manifest says. */
async function alteredFiles({ file_key, manifest }: Pack): Promise<string[]> {
  const parts: Buffer[] = [];
  const stored = await bench.app.services.files.get(file_key);
  for await (const part of stored!.stream) parts.push(Buffer.from(part as Buffer));
  const zip = await openZip(Buffer.concat(parts));
  const altered: string[] = [];
  for (const { name, sha256: hash } of (JSON.parse(manifest) as Manifest).files) {
    const content: Buffer[] = [];
    for await (const part of zip.stream(zip.entries.get(name)!, 10_000_000)) content.push(part);
    if (sha256(Buffer.concat(content)) !== hash) altered.push(name);
  }
  return altered;
}

test('locks cut amid two nodes: after the next try each month has its one pack, each names the one before, none is altered', async () => {
  const { services } = bench.app;
  const by = chance(12);
  const ids = await approvedMonths(12, 7);
  let [cuts, hit] = [0, 0];
  for (let at = 0; at < ids.length; at += 1) {
    const month = ids.slice(at, at + 1);
    const nodes = [lockMonths(services, month, who), lockMonths(services, month, who)].map((one) =>
      one.catch(() => [{ id: month[0]!, why: 'cut' }]),
    );
    // Most of the work is reading for the papers; the lock itself comes at the end.
    for (let go = 0; go < 4; go += 1) {
      await sleep(by.between(0, 60));
      cuts += await cutConnections(services.pool);
    }
    hit += (await Promise.all(nodes)).flat().length;
    // Asked again, as the answer says; a connection that was cut last may still be handed out once.
    await expect.poll(() => lockMonths(services, month, who)).toEqual([]);
  }
  expect(cuts).toBeGreaterThan(0);
  expect(hit).toBeGreaterThan(0);
  const { rows: packs } = await services.pool.query<Pack>('select * from month_pack order by seq');
  expect(packs.map(({ seq }) => Number(seq))).toEqual(ids.map((_, i) => i + 1));
  let before = '';
  for (const pack of packs) {
    expect(pack.previous_hash).toBe(before);
    expect(pack.pack_hash).toBe(packHash(before, pack.manifest));
    expect(await alteredFiles(pack)).toEqual([]);
    before = pack.pack_hash;
  }
  const { rows } = await services.pool.query(
    'select status, error, count(*)::int as n from unit_month where id = any($1) group by 1, 2',
    [ids],
  );
  expect(rows).toEqual([{ status: 'LOCKED', error: '', n: ids.length }]);
}, 240_000);

test('a process that ends with the pack in the store and nothing booked leaves no file for ever: the sweep takes it', async () => {
  const { services } = bench.app;
  const [id] = await approvedMonths(6, 6);
  let written = '';
  const files: Services['files'] = {
    ...services.files,
    put: async (key, content) => {
      await services.files.put(key, content);
      written = key;
      throw new Error('ended here');
    },
  };
  await expect(lockMonth({ ...services, files }, id!, who)).rejects.toThrow('ended here');
  const store = services.files;
  expect(await store.get(written)).toBeDefined();
  const later = { now: () => services.clock.now() + 5 * 86_400_000 };
  await sweepFiles({ pool: services.pool, store, clock: later }, ['month_pack.file_key']);
  expect(await store.get(written)).toBeUndefined();
  expect(await lockMonths(services, [id!], who)).toEqual([]);
});

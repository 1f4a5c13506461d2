/** What people and swipes cost: log, disk, processor and memory, for docs/scale.md. Nothing is taken away here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openMany } from '../../bench/open-people.ts';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { runOn } from '../../tests/support/postgres-server.ts';
import { compare, isWhole } from './compare.ts';
import { openDrillHouse } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { serverProcess } from './server-process.ts';
import { startSwiping } from './swiping.ts';

const people = 4_000;
const swipingMs = 40_000;
const ticksPerSecond = 100;
const quiet = () => undefined;

const stat = (pid: number | string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
};
/** Seconds of processor a process has used, its ended children too. */
const cpuOf = (fields: readonly string[]) =>
  fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
/** The postmaster's and its backends'. */
function databaseCpu(postmaster: number): number {
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => stat(pid))
    .filter((fields) => Number(fields[1]) === postmaster);
  return [stat(postmaster), ...backends].reduce((sum, fields) => sum + cpuOf(fields), 0);
}

interface Used {
  walBytes: number;
  diskBytes: number;
  databaseSeconds: number;
}

async function used(pool: Pool, postmaster: number): Promise<Used> {
  const { rows } = await pool.query<{ wal: number; disk: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as wal, pg_database_size(current_database())::bigint as disk`,
  );
  return { walBytes: rows[0]!.wal, diskBytes: rows[0]!.disk, databaseSeconds: databaseCpu(postmaster) };
}
const between = (a: Used, b: Used): Used => ({
  walBytes: b.walBytes - a.walBytes,
  diskBytes: b.diskBytes - a.diskBytes,
  databaseSeconds: b.databaseSeconds - a.databaseSeconds,
});
const mib = (bytes: number, per: number) => `${((bytes / 2 ** 20 / per) * 1_000).toFixed(1)} MiB`;
const seconds = (s: number, per: number) => `${((s / per) * 1_000).toFixed(2)} 秒`;

export async function cost({ connections = 64, write, keep }: DrillOptions): Promise<void> {
  const house = await openDrillHouse('cost', { terminals: connections, keep });
  const env = {
    DATABASE_URL: house.databaseUrl,
    FILES_DIR: join(house.folder, 'files'),
    ONECARD_DEMO: '1',
    DEMO_LIVE: '0',
  };
  const server = await serverProcess({ number: 0, folder: house.folder, env });
  const look = () => used(house.pool, house.cluster.pid());
  // Every page is written whole once after a checkpoint: what is measured begins behind one.
  const checkpoint = () => runOn({ ...house.cluster.superuserConnection }, 'checkpoint');
  try {
    const config = readConfig({ ...env, DATA_DIR: join(house.folder, 'asking'), ROLE: 'api' }, house.folder);
    const { services, stop } = await assemble({ config, log: { info: quiet, warn: quiet, error: quiet } });
    await checkpoint();
    const beforePeople = await look();
    await openMany(services, house.organizationId, { prefix: 'C', count: people, firstCard: 9_000_000_000 });
    const ofPeople = between(beforePeople, await look());
    await stop();
    await server.start();
    await pause(5_000);
    await checkpoint();
    const pid = server.pid()!;
    const [before, cpu] = [await look(), cpuOf(stat(pid))];
    const swiping = startSwiping({ origins: [server.origin], rush: house.rush, restMs: 20 });
    await pause(swipingMs);
    await swiping.stop();
    const n = swiping.acknowledged.length;
    const ofSwipes = between(before, await look());
    const serverSeconds = cpuOf(stat(pid)) - cpu;
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    await server.end('SIGTERM');
    const money = await compare(house.pool, house.organizationId, house.rush.terminals, swiping.acknowledged);
    report(
      'cost',
      [
        ['每千人：WAL', mib(ofPeople.walBytes, people)],
        ['每千人：磁盘（含索引）', mib(ofPeople.diskBytes, people)],
        ['每千人：数据库处理器', seconds(ofPeople.databaseSeconds, people)],
        ['刷卡笔数', n],
        ['每千笔：WAL', mib(ofSwipes.walBytes, n)],
        ['每千笔：磁盘（含索引）', mib(ofSwipes.diskBytes, n)],
        ['每千笔：数据库处理器', seconds(ofSwipes.databaseSeconds, n)],
        ['每千笔：服务进程处理器', seconds(serverSeconds, n)],
        ['服务进程内存（MiB）', rss.toFixed(0)],
      ],
      { passed: isWhole(money), write },
    );
  } finally {
    await server.end('SIGKILL');
    await house.close();
  }
}

/**
 * The primary's host is killed, frozen (SIGSTOP) and cut off from the others while terminals swipe through two servers. Every
 * answer is held against the ledger of whoever became primary; the outage is the longest time nobody got an answer.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { startCluster } from './cluster.ts';
import { compare, isWhole } from './compare.ts';
import { drillFolder, fill } from './house.ts';
import type { DrillOptions } from './main.ts';
import { type Row, report } from './report.ts';
import { serverProcess } from './server-process.ts';
import { longestSilence, quantile, startSwiping } from './swiping.ts';

const longestOutageMs = 30_000;
/** A host taken away comes back after this; the outage is over long before. */
const awayMs = 40_000;
const settleMs = 5_000;

const ways = [
  { name: '强制终止', take: 'kill', give: 'start' },
  { name: '冻结', take: 'freeze', give: 'thaw' },
  { name: '切断网络', take: 'cut', give: 'mend' },
] as const;

export async function failover({ rounds = 10, connections = 64, write, keep }: DrillOptions): Promise<void> {
  const folder = await drillFolder('failover');
  const cluster = await startCluster(folder);
  const pool = createPool({ connectionString: cluster.databaseUrl }, { max: 2, statementTimeoutMs: 0 });
  const servers = await Promise.all(
    [0, 1].map((number) =>
      serverProcess({
        number,
        folder,
        env: {
          DATABASE_URL: cluster.databaseUrl,
          DATABASE_POOL_URL: cluster.poolUrl,
          FILES_DIR: join(folder, 'files'),
          ONECARD_DEMO: '1',
          DEMO_LIVE: '0',
        },
      }),
    ),
  );
  try {
    const { organizationId, rush } = await fill(cluster.databaseUrl, folder, connections);
    for (const server of servers) await server.start();
    const outages = new Map<string, number[]>();
    const swiping = startSwiping({ origins: servers.map((one) => one.origin), rush, restMs: 250, patienceMs: 10_000 });
    await pause(settleMs);
    for (let round = 0; round < rounds; round += 1)
      for (const { name, take, give } of ways) {
        const primary = await cluster.primary();
        const at = performance.now();
        await cluster.act(take, primary);
        await pause(awayMs);
        const outage = longestSilence(swiping.acknowledged, at, performance.now());
        outages.set(name, [...(outages.get(name) ?? []), outage]);
        console.log(
          `${name} node${primary}：${(outage / 1000).toFixed(1)} 秒没有应答，现在的主库是 node${await cluster.primary()}`,
        );
        await cluster.act(give, primary);
        await cluster.whole();
        await pause(settleMs);
      }
    await swiping.stop();
    for (const server of servers) await server.end('SIGTERM');
    const money = await compare(pool, organizationId, rush.terminals, swiping.acknowledged);
    for (const [words, times] of swiping.refused) console.log(`拒绝 ${times} 次：${words}`);
    const spread = [...outages].map(([name, list]): Row => {
      const sorted = list.sort((a, b) => a - b).map((ms) => ms / 1000);
      const seconds = [sorted[0]!, quantile(sorted, 0.5), sorted.at(-1)!].map((s) => s.toFixed(1));
      return [`${name}：最短、中位、最长（秒）`, seconds.join('、')];
    });
    const longest = Math.max(...[...outages.values()].flat());
    report(
      'failover',
      [
        ['主库失去的次数', rounds * ways.length],
        ['终端', connections],
        ...spread,
        ['已应答的刷卡', money.acknowledged],
        ['没有应答而重发', swiping.asksAgain()],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      { passed: isWhole(money) && longest <= longestOutageMs, write },
    );
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await pool.end().catch(() => undefined);
    await cluster.down();
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

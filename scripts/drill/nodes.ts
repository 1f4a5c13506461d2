/**
 * Three equal servers on one database; each is killed and each is restarted in order, under load: swipes, an export, an import,
 * a subsidy batch, settlement. Nothing is lost, nothing is there twice, every schedule ran once.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { compare, isWhole } from './compare.ts';
import { openDrillHouse } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';
import { longestSilence, quantile, startSwiping } from './swiping.ts';
import { officeWork, schedules, settleNow } from './work.ts';

const importRows = 3_000;
const exportsAsked = 4;
const quiet = () => undefined;

/** Settlement is asked for again and again, by a process that only asks. */
async function settler(databaseUrl: string, folder: string) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'asking'), ROLE: 'api' };
  const log = { info: quiet, warn: quiet, error: quiet };
  const { services, stop } = await assemble({ config: readConfig(env, folder), log });
  let going = true;
  const loop = (async () => {
    while (going) {
      await settleNow(services);
      await pause(5_000);
    }
  })();
  return async () => {
    going = false;
    await loop;
    await stop();
  };
}

export async function nodes({ rounds = 2, connections = 24, write, keep }: DrillOptions): Promise<void> {
  const house = await openDrillHouse('nodes', { terminals: connections, keep });
  const servers: ServerProcess[] = [];
  try {
    for (let number = 0; number < 3; number += 1)
      servers.push(
        await serverProcess({
          number,
          folder: house.folder,
          env: {
            DATABASE_URL: house.databaseUrl,
            FILES_DIR: join(house.folder, 'files'),
            ONECARD_DEMO: '1',
            DEMO_LIVE: '0',
          },
        }),
      );
    for (const server of servers) await server.start();
    const origins = servers.map((one) => one.origin);
    const stopSettling = await settler(house.databaseUrl, house.folder);
    const swiping = startSwiping({ origins, rush: house.rush, restMs: 60 });
    const work = officeWork(origins, house.pool, house.organizationId, { importRows, exports: exportsAsked });
    work.catch(quiet);
    const silences: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const signal of ['SIGKILL', 'SIGTERM'] as const)
        for (const server of servers) {
          await pause(3_000);
          const at = performance.now();
          await server.end(signal);
          await server.start();
          silences.push(longestSilence(swiping.acknowledged, at, performance.now()));
          console.log(`${signal} 节点 ${server.number}：最长 ${silences.at(-1)!.toFixed(0)} 毫秒没有任何应答`);
        }
    const done = await work;
    await swiping.stop();
    await stopSettling();
    for (const server of servers) await server.end('SIGTERM');
    const money = await compare(house.pool, house.organizationId, house.rush.terminals, swiping.acknowledged);
    const clock = await schedules(house.pool);
    const waits = swiping.acknowledged.map((one) => one.waitedMs).sort((a, b) => a - b);
    for (const [words, times] of swiping.refused) console.log(`拒绝 ${times} 次：${words}`);
    report(
      'nodes',
      [
        ['节点', 3],
        ['强制终止（SIGKILL）', rounds * 3],
        ['逐个重启（SIGTERM）', rounds * 3],
        ['终端', connections],
        ['已应答的刷卡', money.acknowledged],
        ['换节点重发', swiping.asksAgain()],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['没有任何应答的最长时间（毫秒）', Math.round(Math.max(...silences))],
        ['应答 p50、p99、最长（毫秒）', [0.5, 0.99, 1].map((q) => quantile(waits, q).toFixed(0)).join('、')],
        ['导入的人数，缺少或重复', `${done.importedRows}，${done.importFaults}`],
        ['导出次数，不完整', `${done.exports}，${done.exportFaults}`],
        ['补贴发放人数，缺少或重复', `${done.granted}，${done.grantFaults}`],
        ['每分钟的计划任务，同一分钟做了两次', `${clock.minutes}，${clock.twice}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      {
        passed: isWhole(money) && done.importFaults + done.exportFaults + done.grantFaults + clock.twice === 0,
        write,
      },
    );
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await house.close();
  }
}

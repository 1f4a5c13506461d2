/**
 * Three equal servers on one database; each is killed and each is restarted in order, under load: swipes, an export, an import,
 * a subsidy batch, settlement, a bill match, a screen, a UDP controller. Nothing is lost, nothing is there twice, every schedule ran once.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { again } from './again.ts';
import { startBills } from './bills.ts';
import { compare, isWhole } from './compare.ts';
import { startGate } from './gate.ts';
import { openDrillHouse } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { startScreen } from './screen.ts';
import { freePort, type ServerProcess, serverProcess } from './server-process.ts';
import { longestSilence, quantile, startSwiping } from './swiping.ts';
import { officeWork, schedules, settleNow, workFaults } from './work.ts';

const importRows = 3_000;
const exportsAsked = 4;
const quiet = () => undefined;

/** A process that only asks: for settlement, again and again. */
async function asking(databaseUrl: string, folder: string) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'asking'), ROLE: 'api' };
  const log = { info: quiet, warn: quiet, error: quiet };
  const { services, stop } = await assemble({ config: readConfig(env, folder), log });
  const settled = again(async () => void (await settleNow(services)), 5_000);
  return {
    services,
    stop: async () => {
      await settled();
      await stop();
    },
  };
}

export async function nodes({ rounds = 2, connections = 24, write, keep }: DrillOptions): Promise<void> {
  const house = await openDrillHouse('nodes', { terminals: connections, keep });
  const servers: ServerProcess[] = [];
  const { organizationId, pool, rush } = house;
  const udpPort = await freePort();
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
            UDP_PORT: String(udpPort),
          },
        }),
      );
    for (const server of servers) await server.start();
    const origins = servers.map((one) => one.origin);
    const settling = await asking(house.databaseUrl, house.folder);
    const gate = await startGate(origins, pool, { organizationId, port: udpPort });
    const bills = await startBills(origins, settling.services, organizationId);
    const swiping = startSwiping({ origins, rush, restMs: 60 });
    const screen = await startScreen(origins, pool, { organizationId, deviceId: rush.terminals[0]!.deviceId });
    const work = officeWork(origins, pool, organizationId, { importRows, exports: exportsAsked });
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
    const [shown, billed, passed] = [await screen.stop(), await bills.stop(), await gate.stop()];
    await settling.stop();
    for (const server of servers) await server.end('SIGTERM');
    const money = await compare(pool, organizationId, rush.terminals, swiping.acknowledged);
    const clock = await schedules(pool);
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
        [
          '导入渠道账单的次数，最后一版的行，缺少、重复或没有核对',
          `${billed.dropped}，${billed.lines}，${billed.faults}`,
        ],
        ['看公示屏的次数，没有应答、倒退或与账不同', `${shown.looks}，${shown.faults}`],
        ['UDP 控制器的过门，重新握手，缺少或重复', `${passed.passages}，${passed.greetedAnew}，${passed.faults}`],
        ['每分钟的计划任务，同一分钟做了两次', `${clock.minutes}，${clock.twice}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      {
        passed: isWhole(money) && workFaults(done) + clock.twice + shown.faults + billed.faults + passed.faults === 0,
        write,
      },
    );
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await house.close();
  }
}

/** What ten exports cost those who swipe meanwhile: read from the primary, and from a standby beside it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '../../src/kit/server/db/pool.ts';
import type { ExportItem } from '../../src/kit/server/jobs/export/list-exports.ts';
import { asUrl } from '../../tests/support/postgres-server.ts';
import { startStandby } from '../../tests/support/standby.ts';
import { clerk } from './calls.ts';
import { compare, isWhole } from './compare.ts';
import { openDrillHouse } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { serverProcess } from './server-process.ts';
import { type Acknowledged, quantile, startSwiping } from './swiping.ts';

const exportsAsked = 10;
const quietMs = 8_000;
const lists = ['/admin/organization/user', '/admin/organization/consume_detail'];

export async function beside({ connections = 24, write, keep }: DrillOptions): Promise<void> {
  const house = await openDrillHouse('beside', { terminals: connections, keep });
  const dataDir = join(house.folder, 'standby');
  await mkdir(dataDir, { mode: 0o755 });
  const standby = await startStandby(house.cluster, { primaryDir: house.folder, dataDir, durable: true });
  const there = createPool(standby.connection, { max: 1 });
  const answered: Acknowledged[] = [];
  const reads = async () =>
    (
      await there.query<{ n: number }>(
        `select tup_returned::bigint as n from pg_stat_database where datname = current_database()`,
      )
    ).rows[0]!.n;
  const measure = async (env: Record<string, string>) => {
    const server = await serverProcess({
      number: 0,
      folder: house.folder,
      env: {
        DATABASE_URL: house.databaseUrl,
        FILES_DIR: join(house.folder, 'files'),
        ONECARD_DEMO: '1',
        DEMO_LIVE: '0',
        ...env,
      },
    });
    await server.start();
    try {
      const school = await clerk([server.origin], 'school');
      const swiping = startSwiping({ origins: [server.origin], rush: house.rush, restMs: 60 });
      await pause(quietMs);
      const from = performance.now();
      const known = await reads();
      for (let i = 0; i < exportsAsked; i += 1) await school.post(`${lists[i % lists.length]}/export`, { search: {} });
      for (;;) {
        const tasks = await school.get<ExportItem[]>('/admin/common/get_excel_missiontable');
        if (tasks.slice(0, exportsAsked).every((one) => one.finish || one.status === 'FAILED')) break;
        await pause(200);
      }
      const to = performance.now();
      await pause(1_500);
      const read = (await reads()) - known;
      await swiping.stop();
      answered.push(...swiping.acknowledged);
      const p99 = (list: readonly Acknowledged[]) =>
        quantile(
          list.map((one) => one.waitedMs).sort((a, b) => a - b),
          0.99,
        );
      return {
        before: p99(swiping.acknowledged.filter((one) => one.at < from)),
        during: p99(swiping.acknowledged.filter((one) => one.at >= from && one.at <= to)),
        seconds: (to - from) / 1000,
        read,
      };
    } finally {
      await server.end('SIGTERM');
    }
  };
  try {
    const alone = await measure({});
    const aside = await measure({ DATABASE_READ_URL: asUrl(standby.connection) });
    const money = await compare(house.pool, house.organizationId, house.rush.terminals, answered);
    report(
      'beside',
      [
        ['终端，同时的导出', `${connections}，${exportsAsked}`],
        ['平时刷卡 p99（毫秒）', `${alone.before.toFixed(0)}、${aside.before.toFixed(0)}`],
        ['导出读主库：刷卡 p99（毫秒），导出用时（秒）', `${alone.during.toFixed(0)}，${alone.seconds.toFixed(1)}`],
        ['导出读备库：刷卡 p99（毫秒），导出用时（秒）', `${aside.during.toFixed(0)}，${aside.seconds.toFixed(1)}`],
        [
          '备库上读的行：不读备库时、读备库时',
          `${alone.read.toLocaleString('zh-CN')}、${aside.read.toLocaleString('zh-CN')}`,
        ],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
      ],
      { passed: isWhole(money) && aside.read > alone.read, write },
    );
  } finally {
    await there.end();
    await standby.stop();
    await house.close();
  }
}

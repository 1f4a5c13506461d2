/**
 * Mixed load for an hour: swipes, exports, imports; servers killed, the database's backends shot, the line to it cut amid commits, and
 * a full disk that gets room again. Nothing is lost, a full disk refuses clearly and recovers by itself, memory and p99 stay flat.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chance } from '../../src/kit/server/chance.ts';
import { cutProxy } from '../../tests/support/cut-proxy.ts';
import { asUrl } from '../../tests/support/postgres-server.ts';
import { clerk } from './calls.ts';
import { compare, isWhole } from './compare.ts';
import { drillFolder, openDrillHouse } from './house.ts';
import type { DrillOptions } from './main.ts';
import { report } from './report.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';
import { type Acknowledged, quantile, type Swiping, startSwiping } from './swiping.ts';

/** Every so many commits one is cut before its answer comes. */
const cutEvery = 500;
const turnMs = 15_000;
/** The house with its log, and what a minute of it adds. */
const diskMib = (minutes: number) => 2_500 + 40 * minutes;
const fullMs = 20_000;
/** A house that books nothing for so long after there is room again does not come back. */
const longestBackMs = 120_000;
/** Times the disk is filled, and when: in the middle half of the run, between what is compared as early and as late. */
const times = (minutes: number) => (minutes < 10 ? 1 : 3);
const fillAt = (number: number) => 0.4 + 0.1 * number;
/** Last quarter beside the first after the start: what grows more grows without end. */
const mostGrowth = 1.5;

async function residentMib(pid: number | undefined): Promise<number> {
  const status = pid ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') : '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A disk of the drill's own, where root may mount one. */
function smallDisk(folder: string, mib: number): (() => void) | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', folder]);
  return status === 0 ? () => void spawnSync('umount', ['-l', folder]) : undefined;
}

const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b);
const median = (list: readonly number[]) => quantile(ascending(list), 0.5);

/**
 * The p99 of a common minute: the median of the minutes' own. What happens to a minute or two (another's work on this machine, a
 * server that starts) is not what a house that slows down for good looks like.
 */
const p99 = (list: readonly Acknowledged[]) =>
  median(
    [...Map.groupBy(list, (one) => Math.floor(one.at / 60_000)).values()].map((minute) =>
      quantile(ascending(minute.map((one) => one.waitedMs)), 0.99),
    ),
  );

interface FullDisk {
  /** Swipes told to come again. */
  refused: number;
  /** Seconds after there was room again until the first was booked. */
  back: number;
  /** What /health said at its worst, and once there was room. */
  health: readonly [full: number, again: number];
}

const healthAt = (origin: string) =>
  fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) }).then(
    (reply) => reply.status,
    () => 503,
  );

/** Lets the file take the room there is: all of it, or less where another took some meanwhile. */
async function takeRoom(folder: string, path: string): Promise<void> {
  for (let share = 1; share > 0.01; share /= 2) {
    const { bavail, bsize } = await statfs(folder);
    const { size } = await stat(path);
    spawnSync('fallocate', ['-l', String(size + Math.floor(bavail * share) * bsize), path]);
  }
}

/** Takes all the room there is, for a while, and what others leave in it. */
async function fillDisk(folder: string, swiping: Swiping, origin: string): Promise<FullDisk> {
  const path = join(folder, 'in-the-way');
  await writeFile(path, Buffer.alloc(0));
  const known = swiping.asksAgain();
  await takeRoom(folder, path);
  const until = performance.now() + fullMs;
  let full = 0;
  for (; performance.now() < until; await pause(1_000)) {
    await takeRoom(folder, path);
    full = Math.max(full, await healthAt(origin));
  }
  const refused = swiping.asksAgain() - known;
  await truncate(path, 0);
  const [from, booked] = [performance.now(), swiping.acknowledged.length];
  while (swiping.acknowledged.length === booked && performance.now() < from + longestBackMs) await pause(50);
  const back = (performance.now() - from) / 1000;
  return { refused, back, health: [full, await healthAt(origin)] };
}

export async function soak({ minutes = 60, connections = 24, write, keep }: DrillOptions): Promise<void> {
  let unmount: (() => void) | undefined;
  const house = await openDrillHouse('soak', {
    terminals: connections,
    keep,
    prepare: (folder) => {
      unmount = smallDisk(folder, diskMib(minutes));
    },
  });
  // Beside the small disk, which has no room for words just when they matter.
  const logs = await drillFolder('soak-logs');
  const random = chance(11);
  const line = await cutProxy(house.cluster.connection, cutEvery);
  const servers: ServerProcess[] = [];
  try {
    const files = join(house.folder, 'files');
    await mkdir(files, { recursive: true });
    for (const number of [0, 1])
      servers.push(
        await serverProcess({
          number,
          folder: house.folder,
          logs,
          env: { DATABASE_URL: asUrl(line.connection), FILES_DIR: files, ONECARD_DEMO: '1', DEMO_LIVE: '0' },
        }),
      );
    for (const server of servers) await server.start();
    const origins = servers.map((one) => one.origin);
    const school = await clerk(origins, 'school');
    const swiping = startSwiping({ origins, rush: house.rush, restMs: 100 });
    const began = performance.now();
    const end = began + minutes * 60_000;
    const steady = servers[0]!;
    const memory: number[] = [];
    const counts = { kills: 0, shots: 0, exports: 0 };
    const fills = times(minutes);
    const disks: FullDisk[] = [];
    for (let turn = 0; performance.now() < end; turn += 1) {
      await pause(turnMs);
      memory.push(await residentMib(steady.pid()));
      await school.post('/admin/organization/user/export', { search: {} });
      counts.exports += 1;
      // The steady one is never killed: its memory is what is watched.
      if (turn % 4 === 1) {
        await servers[1]!.end(random.happens(0.5) ? 'SIGKILL' : 'SIGTERM');
        await servers[1]!.start();
        counts.kills += 1;
      }
      if (turn % 4 === 2) {
        const { rowCount } = await house.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'onecard%' and pid <> pg_backend_pid() and random() < 0.3`,
        );
        counts.shots += rowCount ?? 0;
      }
      if (unmount && disks.length < fills && performance.now() > began + (end - began) * fillAt(disks.length))
        disks.push(await fillDisk(house.folder, swiping, steady.origin));
    }
    await swiping.stop();
    const endings = servers.map((one) => one.endings()).reduce((a, b) => a + b, 0);
    for (const server of servers) await server.end('SIGTERM');
    const money = await compare(house.pool, house.organizationId, house.rush.terminals, swiping.acknowledged);
    const part = (from: number, to: number) => {
      const [a, b] = [from, to].map((share) => began + (end - began) * share);
      return swiping.acknowledged.filter((one) => one.at >= a! && one.at < b!);
    };
    const [early, late] = [p99(part(0.1, 0.35)), p99(part(0.75, 1))];
    const third = Math.max(1, Math.floor(memory.length / 4));
    const [before, after] = [median(memory.slice(third, 2 * third)), median(memory.slice(-third))];
    report(
      'soak',
      [
        ['分钟，终端', `${minutes}，${connections}`],
        ['服务被终止或重启，数据库连接被终止，提交后断线', `${counts.kills}，${counts.shots}，${line.cuts()}`],
        ['导出', counts.exports],
        [
          '磁盘写满',
          disks.length > 0
            ? disks
                .map(
                  ({ refused, back, health }) =>
                    `${refused} 次以 503 请稍后再来，腾出空间 ${back.toFixed(1)} 秒后又有入账，/health 写满时 ${health[0]}，之后 ${health[1]}`,
                )
                .join('；')
            : '没有挂载小盘的权限，略过',
        ],
        ['自己结束的服务进程', endings],
        ['已应答的刷卡', money.acknowledged],
        ['丢失、重复、无人刷过', `${money.lost}、${money.doubled}、${money.unasked}`],
        ['刷卡每分钟 p99 的中位数：前段、末段（毫秒）', `${early.toFixed(0)}、${late.toFixed(0)}`],
        ['内存：前段、末段（MiB）', `${before.toFixed(0)}、${after.toFixed(0)}`],
        ['不变式不成立', money.invariantBreaks],
      ],
      {
        passed:
          isWhole(money) &&
          after < before * mostGrowth &&
          endings === 0 &&
          disks.every(({ refused, health: [full, again] }) => refused > 0 && full === 503 && again === 200) &&
          // A few minutes have no common one among them.
          (minutes < 30 || late < Math.max(50, early * 2)),
        write,
      },
    );
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await line.close();
    await house.close();
    unmount?.();
    if (!keep) for (const folder of [house.folder, logs]) await rm(folder, { recursive: true, force: true });
  }
}

/** The server's health as one picture: process, database, disk, jobs, sessions, versions. */
import { statfs } from 'node:fs/promises';
import { hostname, loadavg } from 'node:os';
import { sql } from 'kysely';
import { lastBackup, lateBackupMs } from '../../../kit/server/backup/last-backup.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { databaseFigures } from '../../../kit/server/db/database-figures.ts';
import type { QueueCount } from '../../../kit/server/jobs/jobs.ts';
import type { DatabaseHealth, DiskHealth, ServerHealth, TaskHealth } from '../shapes.ts';
import { queueName } from './queue-words.ts';

async function databaseHealth({ pool }: Services): Promise<DatabaseHealth> {
  const began = performance.now();
  const figures = await databaseFigures(pool);
  return { ...figures, answerMs: Math.round((performance.now() - began) * 10) / 10 };
}

async function taskHealth({ db, clock }: Services): Promise<TaskHealth> {
  const now = isoAt(clock.now());
  const since = isoAt(clock.now() - 86_400_000);
  const { rows } = await sql<TaskHealth>`select /* wall: counts of the whole server */
      (select count(*)::int from export_task where status in ('QUEUED', 'RUNNING')) as "exportsOpen",
      (select count(*)::int from export_task where status = 'FAILED' and created_at > ${since}) as "exportsFailed",
      (select count(*)::int from admin_session where ended_at is null and expires_at > ${now}::timestamptz
        and last_seen_at > ${now}::timestamptz - interval '12 hours') as sessions,
      (select count(*)::int from admin_session where ended_at is null and last_seen_at > ${now}::timestamptz - interval '5 minutes') as "sessionsNow",
      (select count(*)::int from login_log where at > ${since} and result = 'OK') as "signIns",
      (select count(*)::int from login_log where at > ${since} and result <> 'OK') as "signInFailures",
      (select count(*)::int from system_log where at > ${since}) as "changes"`.execute(db);
  return rows[0]!;
}

async function diskHealth(dataDir: string): Promise<DiskHealth> {
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return { path: dataDir, totalBytes: null, freeBytes: null };
  return { path: dataDir, totalBytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize };
}

/** What needs somebody's attention, in words; empty when nothing does. */
export function warningsOf(
  database: Pick<DatabaseHealth, 'connections' | 'maxConnections' | 'answerMs' | 'longestTransactionSeconds'> | null,
  disk: Pick<DiskHealth, 'totalBytes' | 'freeBytes'>,
  queues: readonly QueueCount[],
): string[] {
  const warnings: string[] = [];
  const free = disk.freeBytes !== null && disk.totalBytes ? disk.freeBytes / disk.totalBytes : 1;
  if (free < 0.1) warnings.push(`数据盘剩余空间只有 ${Math.floor(free * 100)}%，请尽快清理或扩容`);
  if (!database) warnings.push('数据库状态没有读出来');
  else {
    if (database.connections > database.maxConnections * 0.8)
      warnings.push(`数据库连接 ${database.connections} 个，接近上限 ${database.maxConnections}`);
    if ((database.longestTransactionSeconds ?? 0) > 300) warnings.push('有数据库事务已运行超过 5 分钟');
    if (database.answerMs > 500) warnings.push(`数据库应答较慢（${database.answerMs} 毫秒）`);
  }
  for (const queue of queues)
    if (queue.failed > 0) warnings.push(`后台任务「${queueName(queue.name)}」近 7 天有 ${queue.failed} 次失败`);
  return warnings;
}

/** A house at work without a backup of the last day. */
export function backupWarning(production: boolean, backupAt: number | null, now: number): string[] {
  if (!production || (backupAt !== null && now - backupAt < lateBackupMs)) return [];
  return backupAt === null
    ? ['还没有备份（npm run backup 或 pgBackRest，见运行手册）']
    : [`最近一次备份是 ${Math.floor((now - backupAt) / 3_600_000)} 小时前`];
}

/** Everything the page shows; a part that cannot be read is null instead of failing the whole. */
export async function serverHealth(services: Services): Promise<ServerHealth> {
  const { config, clock, log } = services;
  const missing = (error: unknown) => {
    log.warn('part of the health page could not be read', { error: String(error) });
    return null;
  };
  const [database, queues, tasks, disk, backupAt] = await Promise.all([
    databaseHealth(services).catch(missing),
    services.jobs.counts().catch((error) => missing(error) ?? []),
    taskHealth(services).catch(missing),
    diskHealth(config.dataDir),
    lastBackup(services.pool).catch(missing),
  ]);
  return {
    at: isoAt(clock.now()),
    warnings: [...warningsOf(database, disk, queues), ...backupWarning(config.production, backupAt, clock.now())],
    node: {
      host: hostname(),
      pid: process.pid,
      uptimeSeconds: Math.floor(process.uptime()),
      load: loadavg().map((n) => Math.round(n * 100) / 100),
      rssBytes: process.memoryUsage().rss,
      poolTotal: services.pool.totalCount,
      poolIdle: services.pool.idleCount,
      poolWaiting: services.pool.waitingCount,
    },
    database,
    disk,
    backupAt: backupAt === null ? null : isoAt(backupAt),
    queues,
    slow: services.slow.list(10),
    tasks,
    versions: { product: config.version, node: process.version, pages: services.registry.all.length },
  };
}

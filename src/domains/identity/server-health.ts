/** The server's health as one picture: process, database, disk, jobs, sessions, versions. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { hostname, loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import type { QueueCount } from '../../kit/server/jobs/jobs.ts';

type Facts = Record<string, unknown>;

async function databaseHealth({ db }: Services): Promise<Facts> {
  const began = performance.now();
  const { rows } =
    await sql<Facts>`select version() as version, pg_database_size(current_database())::bigint as "sizeBytes",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::int from pg_stat_activity where datname = current_database() and state = 'active') as active,
      current_setting('max_connections')::int as "maxConnections",
      pg_is_in_recovery() as standby,
      (select count(*)::int from pg_stat_replication) as replicas,
      (select coalesce(round(100.0 * sum(blks_hit) / nullif(sum(blks_hit) + sum(blks_read), 0), 1), 100)::float8
        from pg_stat_database where datname = current_database()) as "cacheHitPercent",
      (select extract(epoch from max(now() - xact_start))::float8 from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()) as "longestTransactionSeconds",
      (select max(number)::int from schema_migration) as migration,
      pg_postmaster_start_time() as "startedAt"`.execute(db);
  return { ...rows[0], answerMs: Math.round((performance.now() - began) * 10) / 10 };
}

async function taskHealth({ db, clock }: Services): Promise<Facts> {
  const since = isoAt(clock.now() - 86_400_000);
  const { rows } = await sql<Facts>`select
      (select count(*)::int from export_task where status in ('QUEUED', 'RUNNING')) as "exportsOpen",
      (select count(*)::int from export_task where status = 'FAILED' and created_at > ${since}) as "exportsFailed",
      (select count(*)::int from admin_session where ended_at is null and expires_at > now()
        and last_seen_at > now() - interval '12 hours') as sessions,
      (select count(*)::int from admin_session where ended_at is null and last_seen_at > now() - interval '5 minutes') as "sessionsNow",
      (select count(*)::int from login_log where at > ${since} and result = 'OK') as "signIns",
      (select count(*)::int from login_log where at > ${since} and result <> 'OK') as "signInFailures",
      (select count(*)::int from system_log where at > ${since}) as "changes"`.execute(db);
  return rows[0]!;
}

/** Newest file below `DATA_DIR/backup`, where the backup script puts them. */
async function lastBackup(dataDir: string): Promise<string | null> {
  const dir = join(dataDir, 'backup');
  const names = await readdir(dir).catch(() => [] as string[]);
  const times = await Promise.all(names.slice(-500).map(async (name) => (await stat(join(dir, name))).mtimeMs));
  return times.length > 0 ? isoAt(Math.max(...times)) : null;
}

async function diskHealth(dataDir: string): Promise<Facts> {
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return { path: dataDir, totalBytes: null, freeBytes: null };
  return { path: dataDir, totalBytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize };
}

/** What needs somebody's attention, in words; empty when nothing does. */
export function warningsOf(database: Facts, disk: Facts, queues: readonly QueueCount[]): string[] {
  const warnings: string[] = [];
  const free = Number(disk.freeBytes) / Number(disk.totalBytes);
  if (disk.freeBytes !== null && free < 0.1)
    warnings.push(`数据盘剩余空间只有 ${Math.floor(free * 100)}%，请尽快清理或扩容`);
  if (Number(database.connections) > Number(database.maxConnections) * 0.8)
    warnings.push(`数据库连接 ${database.connections} 个，接近上限 ${database.maxConnections}`);
  if (Number(database.longestTransactionSeconds ?? 0) > 300) warnings.push('有数据库事务已运行超过 5 分钟');
  if (Number(database.answerMs) > 500) warnings.push(`数据库应答较慢（${database.answerMs} 毫秒）`);
  for (const queue of queues)
    if (queue.failed > 0) warnings.push(`后台任务「${queue.name}」近 7 天有 ${queue.failed} 次失败`);
  return warnings;
}

/** Everything the page shows; a part that cannot be read says so instead of failing the whole. */
export async function serverHealth(services: Services): Promise<Facts> {
  const { config, clock } = services;
  const broken = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) });
  const [database, queues, tasks, disk, backupAt] = await Promise.all([
    databaseHealth(services).catch(broken),
    services.jobs.counts().catch(() => [] as QueueCount[]),
    taskHealth(services).catch(broken),
    diskHealth(config.dataDir),
    lastBackup(config.dataDir),
  ]);
  const memory = process.memoryUsage();
  return {
    at: isoAt(clock.now()),
    day: dateAt(clock.now()),
    warnings: warningsOf(database, disk, queues),
    node: {
      host: hostname(),
      pid: process.pid,
      uptimeSeconds: Math.floor(process.uptime()),
      load: loadavg().map((n) => Math.round(n * 100) / 100),
      rssBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      poolTotal: services.pool.totalCount,
      poolIdle: services.pool.idleCount,
      poolWaiting: services.pool.waitingCount,
    },
    database,
    disk,
    backupAt,
    queues,
    tasks,
    versions: { product: config.version, node: process.version, pages: services.registry.all.length },
  };
}

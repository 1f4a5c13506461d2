/** What every server tells of itself: process, pool, database, queues, disk, backup. */
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { lastBackup } from '../backup/last-backup.ts';
import type { Services } from '../context.ts';
import { databaseFigures } from '../db/database-figures.ts';
import type { JobWatch } from '../jobs/jobs.ts';
import { readGauge, shared } from './read-gauge.ts';

/** Counts runs of jobs, by queue and how they ended, and how long they took. */
export function watchJobs(metrics: Registry): JobWatch {
  const runs = new Counter({
    name: 'onecard_job_runs_total',
    help: 'Runs of background jobs, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'onecard_job_seconds',
    help: 'Time a background job takes',
    labelNames: ['queue'],
    buckets: [0.05, 0.2, 1, 5, 20, 60, 300, 900, 3_600],
    registers: [metrics],
  });
  return (queue, outcome, took) => {
    runs.inc({ queue, outcome });
    seconds.observe({ queue }, took);
  };
}

/** Adds the gauges of the services that stand; each is read when it is asked for. */
export function tellServer(services: Services): void {
  const { pool, jobs, disk, health, config, metrics } = services;
  collectDefaultMetrics({ register: metrics });
  readGauge(services, { name: 'onecard_info', help: '1, with the version', labels: ['version'] }, (set) =>
    set(1, config.version),
  );
  readGauge(
    services,
    { name: 'onecard_db_pool_connections', help: 'Connections of the pool, and who waits for one', labels: ['state'] },
    (set) => {
      set(pool.totalCount, 'total');
      set(pool.idleCount, 'idle');
      set(pool.waitingCount, 'waiting');
    },
  );
  readGauge(services, { name: 'onecard_db_up', help: '1 while the database answers' }, async (set) => {
    set(
      await pool.query('select 1').then(
        () => 1,
        () => 0,
      ),
    );
  });
  readGauge(services, { name: 'onecard_booking_up', help: '1 while something can be booked' }, async (set) =>
    set((await health.booking()) ? 1 : 0),
  );
  const figures = shared(() => databaseFigures(pool));
  readGauge(services, { name: 'onecard_db_size_bytes', help: 'Size of the database' }, async (set) =>
    set((await figures()).sizeBytes),
  );
  readGauge(
    services,
    { name: 'onecard_db_longest_transaction_seconds', help: 'Age of the oldest transaction at work' },
    async (set) => set((await figures()).longestTransactionSeconds ?? 0),
  );
  readGauge(
    services,
    { name: 'onecard_db_replication_lag_seconds', help: 'How far a standby is behind', labels: ['standby'] },
    async (set) => {
      const { rows } = await pool.query<{ name: string; s: number }>(
        `select application_name as name, coalesce(extract(epoch from replay_lag), 0)::float8 as s from pg_stat_replication
         where state = 'streaming' order by 1`,
      );
      for (const { name, s } of rows) set(s, name);
    },
  );
  const counts = shared(() => jobs.counts());
  readGauge(
    services,
    { name: 'onecard_jobs', help: 'Background jobs by queue and state', labels: ['queue', 'state'] },
    async (set) => {
      for (const { name, queued, active, failed } of await counts()) {
        set(queued, name, 'queued');
        set(active, name, 'active');
        set(failed, name, 'failed');
      }
    },
  );
  readGauge(
    services,
    { name: 'onecard_job_oldest_seconds', help: 'How long the first job of a queue has waited', labels: ['queue'] },
    async (set) => {
      for (const { name, oldestSeconds } of await counts()) set(oldestSeconds, name);
    },
  );
  readGauge(services, { name: 'onecard_disk_free_bytes', help: 'Free on the data disk' }, async (set) => {
    const free = await disk.freeBytes();
    if (free !== undefined) set(free);
  });
  readGauge(
    services,
    { name: 'onecard_backup_timestamp_seconds', help: 'When the newest whole backup was taken' },
    async (set) => {
      const at = await lastBackup(pool);
      if (at !== null) set(at / 1_000);
    },
  );
}

/** Work that outlives a request: named queues on the same database, with retries, schedules and several nodes. */
import type { ClientConfig } from 'pg';
import { type Job, PgBoss, type QueueResult } from 'pg-boss';
import type { Log } from '../context.ts';

export interface JobContext {
  /** Raised when the server stops or the job's time is up. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  /** No retry follows this attempt. */
  last: boolean;
}

export type JobHandler<T extends object> = (data: T, context: JobContext) => Promise<void>;

export interface JobOptions {
  /** Retries after the first attempt, with growing delay. Default 3. */
  retryLimit?: number;
  /** First delay between retries, in seconds. Default 5. */
  retryDelaySeconds?: number;
  /** An attempt running longer is given up. Default 900. */
  timeoutSeconds?: number;
  /** Jobs of this queue one node runs at a time. Default 1. */
  concurrency?: number;
  /** At most one job per key waits or runs; every `enqueue` must name its key. */
  onePerKey?: boolean;
}

export interface EnqueueOptions {
  /** ISO 8601; not before this instant. */
  startAfter?: string;
  /** With `onePerKey`: a second job of the same key is not queued. */
  key?: string;
  /** Queues inside this transaction: the job is there when, and only when, it commits. */
  within?: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
}

export interface QueueCount {
  name: string;
  queued: number;
  active: number;
  failed: number;
  /** How long the one that has waited longest is due; 0 when none waits. */
  oldestSeconds: number;
}

/** Told after each attempt how it ended and how long it took. */
export type JobWatch = (queue: string, outcome: 'done' | 'failed', seconds: number) => void;

export interface Jobs {
  /** Says what a queue's jobs do. Before `start` or after; a name given twice is a bug. */
  define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions): void;
  /** Brings the queue's own schema up to date and begins working. */
  start(): Promise<void>;
  /** Id of the job; null when one of its key is already there. Needs `start`. */
  enqueue<T extends object>(name: string, data: T, options?: EnqueueOptions): Promise<string | null>;
  /** Runs a queue by a cron expression of five fields, in Beijing time unless said otherwise. Needs `start`. */
  schedule(name: string, cron: string, options?: { timeZone?: string; data?: object; key?: string }): Promise<void>;
  /** Jobs by state per defined queue, for the server page. */
  counts(): Promise<QueueCount[]>;
  /** Lets running jobs end (up to `timeoutMs`, default 10,000), then lets go of the database. */
  stop(timeoutMs?: number): Promise<void>;
}

interface Definition {
  name: string;
  handler: JobHandler<object>;
  options: JobOptions;
}

const schema = 'job_queue';
/** A killed server's jobs are taken up again after this. */
const heartbeatSeconds = 30;
const poolSize = 4;

function queueOptions({ retryLimit = 3, retryDelaySeconds = 5, timeoutSeconds = 900 }: JobOptions) {
  return {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: 7 * 86_400,
  };
}

export interface JobsOptions {
  connection: ClientConfig;
  log: Log;
  watch?: JobWatch;
  /** false only puts work into the queues; other processes do it. Default true. */
  works?: boolean;
}

/** Queues over `connection`; nothing happens before `start`. */
export function createJobs({ connection, log, watch, works = true }: JobsOptions): Jobs {
  const definitions = new Map<string, Definition>();
  let boss: PgBoss | undefined;
  /** While it ends the queue complains of connections that are gone; once it is over so do the jobs that it cut off. */
  let phase: 'UP' | 'ENDING' | 'OVER' = 'UP';

  const running = (): PgBoss => {
    if (!boss) throw new Error('the job queues are not started');
    return boss;
  };
  const run = async ({ name, handler, options: { retryLimit = 3 } }: Definition, job: Job<object>) => {
    const attempt = job.retryCount + 1;
    const began = performance.now();
    const ended = (outcome: 'done' | 'failed') => watch?.(name, outcome, (performance.now() - began) / 1_000);
    try {
      await handler(job.data, { signal: job.signal, attempt, last: job.retryCount >= retryLimit });
      ended('done');
    } catch (error) {
      ended('failed');
      const facts = { job: name, id: job.id, attempt };
      // Cut off by the end of the process it has lost its connections, whatever it says: the queue hands it out again.
      if (phase === 'OVER') log.warn('job cut off', { ...facts, error: String(error) });
      else log.error('job failed', { ...facts, error: error instanceof Error ? error.stack : String(error) });
      throw error;
    }
  };
  /** `known`: the queue as an earlier start left it; nothing is asked of the database where it stands as it should. */
  const begin = async (definition: Definition, known: QueueResult | undefined) => {
    const { name, options: jobOptions } = definition;
    const policy = jobOptions.onePerKey ? 'exclusive' : 'standard';
    const settings = queueOptions(jobOptions);
    const stands = (key: string) => known?.[key as keyof QueueResult] === settings[key as keyof typeof settings];
    if (!known) await running().createQueue(name, { ...settings, policy, notify: true });
    else if (!Object.keys(settings).every(stands)) await running().updateQueue(name, settings);
    if (!works) return;
    await running().work<object>(
      name,
      { localConcurrency: jobOptions.concurrency ?? 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
      async (jobs) => {
        for (const job of jobs) await run(definition, job);
      },
    );
  };

  return {
    define(name, handler, jobOptions = {}) {
      if (definitions.has(name)) throw new Error(`job defined twice: ${name}`);
      const definition: Definition = { name, handler: handler as unknown as JobHandler<object>, options: jobOptions };
      definitions.set(name, definition);
      if (boss)
        begin(definition, undefined).catch((error) =>
          log.error('job queue not started', { job: name, error: String(error) }),
        );
    },
    async start() {
      const starting = new PgBoss({
        ...(connection as object),
        application_name: 'onecard jobs',
        schema,
        max: poolSize,
        useListenNotify: true,
        monitorIntervalSeconds: 30,
        supervise: works,
        schedule: works,
      });
      starting.on('error', (error) => (phase === 'UP' ? log.error : log.warn)('job queue', { error: error.message }));
      starting.on('warning', (warning) => log.warn('job queue', { warning: warning.message }));
      await starting.start();
      boss = starting;
      const known = new Map((await starting.getQueues()).map((queue) => [queue.name, queue]));
      await Promise.all([...definitions.values()].map((one) => begin(one, known.get(one.name))));
      // Of a name an earlier version had: its jobs would pile up with nobody to do them.
      for (const { name, key } of await starting.getSchedules())
        if (!definitions.has(name)) await starting.unschedule(name, key);
    },
    async enqueue(name, data, { startAfter, key, within } = {}) {
      const definition = definitions.get(name);
      if (!definition) throw new Error(`unknown job: ${name}`);
      if (definition.options.onePerKey && key === undefined) throw new Error(`job without a key: ${name}`);
      return running().send(name, data, {
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(within ? { db: { executeSql: (text: string, values?: unknown[]) => within.query(text, values) } } : {}),
      });
    },
    async schedule(name, cron, { timeZone = 'Asia/Shanghai', data = {}, key } = {}) {
      if (!definitions.has(name)) throw new Error(`unknown job: ${name}`);
      await running().schedule(name, cron, data, {
        tz: timeZone,
        ...(key === undefined ? {} : { key, singletonKey: key }),
      });
    },
    async counts() {
      const names = [...definitions.keys()];
      const { rows } = await running()
        .getDb()
        .executeSql(
          `select name,
                  count(*) filter (where state in ('created', 'retry'))::int as queued,
                  count(*) filter (where state = 'active')::int as active,
                  count(*) filter (where state = 'failed')::int as failed,
                  coalesce(extract(epoch from now() - min(start_after)
                    filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as "oldestSeconds"
             from ${schema}.job where name = any($1) group by name`,
          [names],
        );
      const byName = new Map((rows as QueueCount[]).map((row) => [row.name, row]));
      return names.map((name) => byName.get(name) ?? { name, queued: 0, active: 0, failed: 0, oldestSeconds: 0 });
    },
    async stop(timeoutMs = 10_000) {
      const stopping = boss;
      boss = undefined;
      phase = 'ENDING';
      await stopping?.stop({ graceful: true, timeout: timeoutMs });
      phase = 'OVER';
    },
  };
}

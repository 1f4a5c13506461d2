import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { createJobs, type JobContext } from './jobs.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

describe('job queues', () => {
  it('run, retry, deduplicate, obey transactions, count and stop', async () => {
    const jobs = createJobs({ connection: database.connectionConfig, log });
    const done: unknown[] = [];
    const contexts: JobContext[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    jobs.define<{ n: number }>('add', async ({ n }) => {
      done.push(n);
    });
    jobs.define<object>(
      'stumble',
      async (_, context) => {
        contexts.push(context);
        if (context.attempt === 1) throw new Error('the first attempt fails');
        done.push('stumbled');
      },
      { retryLimit: 1, retryDelaySeconds: 1 },
    );
    jobs.define<object>('keyed', () => held, { onePerKey: true });
    expect(() => jobs.define('add', async () => undefined)).toThrow('twice');
    await expect(jobs.enqueue('add', { n: 0 })).rejects.toThrow('not started');
    await jobs.start();

    await jobs.enqueue('add', { n: 1 });
    await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 5000 });

    const client = await database.pool.connect();
    await client.query('begin');
    await jobs.enqueue('add', { n: 2 }, { within: client });
    await client.query('rollback');
    await client.query('begin');
    await jobs.enqueue('add', { n: 3 }, { within: client });
    await client.query('commit');
    client.release();
    await vi.waitFor(() => expect(done).toEqual([1, 3]), { timeout: 5000 });

    await jobs.enqueue('stumble', {});
    await expect(jobs.enqueue('keyed', {})).rejects.toThrow('without a key');
    expect(await jobs.enqueue('keyed', {}, { key: 'a' })).toEqual(expect.any(String));
    expect(await jobs.enqueue('keyed', {}, { key: 'a' })).toBeNull();
    expect(await jobs.enqueue('add', { n: 9 }, { startAfter: '2999-01-01T00:00:00+08:00' })).toEqual(
      expect.any(String),
    );
    await vi.waitFor(
      async () =>
        expect(await jobs.counts()).toEqual([
          { name: 'add', queued: 1, active: 0, failed: 0, oldestSeconds: expect.any(Number) },
          { name: 'stumble', queued: 0, active: 0, failed: 0, oldestSeconds: expect.any(Number) },
          { name: 'keyed', queued: 0, active: 1, failed: 0, oldestSeconds: expect.any(Number) },
        ]),
      { timeout: 10_000 },
    );
    await vi.waitFor(() => expect(done).toEqual([1, 3, 'stumbled']), { timeout: 10_000 });
    expect(contexts.map(({ attempt, last }) => [attempt, last])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(log.error).toHaveBeenCalledWith('job failed', expect.objectContaining({ job: 'stumble', attempt: 1 }));
    await jobs.schedule('add', '5 0 * * *', { data: { n: 5 } });
    release();
    await jobs.stop();
    await jobs.stop();
  });

  it('that are cut off by the end of the process are no failures, and are taken up again', async () => {
    const attempts: number[] = [];
    let lose: () => void = () => undefined;
    const start = async (work: () => Promise<void>) => {
      const jobs = createJobs({ connection: database.connectionConfig, log });
      jobs.define<object>('long', async (_, { attempt }) => {
        attempts.push(attempt);
        await work();
      });
      await jobs.start();
      return jobs;
    };
    const first = await start(() => new Promise((_, reject) => (lose = () => reject(new Error('no connection')))));
    await first.enqueue('long', {});
    await vi.waitFor(() => expect(attempts).toEqual([1]), { timeout: 10_000 });
    log.error.mockClear();
    await first.stop(100);
    lose();
    await vi.waitFor(() =>
      expect(log.warn).toHaveBeenCalledWith('job cut off', expect.objectContaining({ job: 'long' })),
    );
    expect(log.error).not.toHaveBeenCalled();
    const second = await start(async () => undefined);
    await vi.waitFor(() => expect(attempts).toEqual([1, 2]), { timeout: 30_000 });
    await second.stop();
  }, 60_000);

  it('of an earlier version are no longer scheduled, those that stay are', async () => {
    const scheduled = async () =>
      (
        await database.pool.query<{ name: string; key: string }>(
          'select name, key from job_queue.schedule order by 1, 2',
        )
      ).rows;
    const start = async (...names: string[]) => {
      const jobs = createJobs({ connection: database.connectionConfig, log });
      for (const name of names) jobs.define(name, async () => undefined);
      await jobs.start();
      return jobs;
    };
    const former = await start('add', 'old-night', 'old-sweep');
    await former.schedule('add', '5 0 * * *');
    await former.schedule('old-night', '5 0 * * *');
    await former.schedule('old-sweep', '5 0 * * *', { key: 'all' });
    await former.stop();
    expect((await scheduled()).map(({ name }) => name)).toEqual(['add', 'old-night', 'old-sweep']);
    const next = await start('add');
    await next.stop();
    expect((await scheduled()).map(({ name }) => name)).toEqual(['add']);
  });
});

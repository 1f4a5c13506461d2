/** What a hostile table may do to the server: its thread ends, the caller is told, everything else goes on. */
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { readTableInWorker } from './read-table-in-worker.ts';
import { withTableThread } from './table-threads.ts';

const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const loops = thread('for (;;);');
const grows = thread('const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length));');
const answers = thread(
  `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (say) => parentPort.postMessage(say));`,
);
const firstMessage = (worker: Worker) => new Promise<string>((resolve) => worker.once('message', resolve));
const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : answer);

it('a thread that never ends is ended, and the server computes meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 20);
  const threads: Worker[] = [];
  const talk = (worker: Worker) => {
    threads.push(worker);
    return firstMessage(worker);
  };
  const answer = await withTableThread(loops, undefined, talk, { timeoutMs: 1_200 });
  clearInterval(timer);
  expect(answer).toMatchObject({ code: 'SHEET_TOO_SLOW', params: { minutes: 0.02 } });
  expect(ticks).toBeGreaterThan(10);
  // A thread that is gone has no number.
  expect(threads.map((worker) => worker.threadId)).toEqual([-1]);
});

it('a thread that takes too much memory dies alone', async () => {
  const answer = await withTableThread(grows, undefined, firstMessage, { heapMiB: 24 });
  expect(answer).toMatchObject({ code: 'SHEET_TOO_LARGE', params: { limitMiB: 24 } });
});

it('two work, twenty wait in order, one more is told at once; then tables are read again', async () => {
  const running: Worker[] = [];
  const ask = () =>
    withTableThread(answers, undefined, (worker) => {
      running.push(worker);
      return firstMessage(worker);
    });
  const asked = Array.from({ length: 22 }, ask);
  expect(running.length).toBe(2);
  expect(codeOf(await ask())).toBe('SHEET_TOO_MANY_AT_ONCE');
  expect(running.length).toBe(2);
  for (let i = 0; i < asked.length; i += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(i);
    expect(running.length - i).toBeLessThanOrEqual(2);
    running[i]!.postMessage(`answer ${i}`);
    expect(await asked[i]).toBe(`answer ${i}`);
  }
  const good = Buffer.from(`工号,姓名\n${'001,张三\n'.repeat(8_000)}`);
  expect(good.length).toBeGreaterThan(64 * 1024);
  expect(await readTableInWorker(good, '人员.csv')).toMatchObject({ total: 8_000 });
});

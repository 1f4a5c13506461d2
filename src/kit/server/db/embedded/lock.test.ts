/** The lock keeps a second server out, and only a living one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onecard-lock-'));
});
afterEach(() => rm(home, { recursive: true }));

const take = (waitMs = 0) => takeLock(home, undefined, () => undefined, waitMs);

/** Another process that takes the lock and keeps it until it is killed. */
async function otherHolder(): Promise<ChildProcess> {
  const code = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    await takeLock(${JSON.stringify(home)}, undefined, () => {});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

test('the second is refused and told who is in the way; after giving back it may', async () => {
  const release = await take();
  await expect(take()).rejects.toThrow(`进程号 ${process.pid}`);
  expect(await lockHolder(home)).toBe(`${process.pid}`);
  release();
  expect(await lockHolder(home)).toBeUndefined();
  (await take())();
});

test('a holder that is just leaving is waited for', async () => {
  const release = await take();
  setTimeout(release, 100);
  (await take(5000))();
});

test('a killed holder holds no more', async () => {
  const child = await otherHolder();
  await expect(take()).rejects.toThrow(`进程号 ${child.pid}`);
  child.kill('SIGKILL');
  (await take(5000))();
});

test('of many at once one wins', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => take()));
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  for (const one of answers) if (one.status === 'fulfilled') one.value();
});

/** The lock keeps a second server out, and only a living one. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onecard-lock-'));
});
afterEach(() => rm(home, { recursive: true }));

const take = (waitMs = 0) => takeLock(home, () => undefined, waitMs);

test('the second is refused and told who is in the way; after giving back it may', async () => {
  const release = await take();
  await expect(take()).rejects.toThrow(`进程号 ${process.pid}`);
  expect(await lockHolder(home)).toBe(process.pid);
  await release();
  await (await take())();
  expect(await readdir(home)).toEqual([]);
});

test('a holder that is just leaving is waited for', async () => {
  const release = await take();
  setTimeout(release, 100);
  await (await take(5000))();
});

test('a lock left by a killed holder, cut short, or of a process id used again, is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => child.on('exit', resolve));
  for (const left of [`{"pid":${child.pid},"mark":null}`, '{"pi', `{"pid":${process.ppid},"mark":"other"}`]) {
    await writeFile(join(home, 'server.lock'), left);
    await (await take())();
  }
  expect(await readdir(home)).toEqual([]);
});

test('of many at once one wins', async () => {
  await writeFile(join(home, 'server.lock'), 'left');
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => take()));
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

/** The document of open pages: its headers, and that it tells nothing of the code. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manualClock } from '../clock.ts';
import type { Services } from '../context.ts';
import { createApp } from '../http/app.ts';
import { registerOpenPages } from './routes.ts';

it('is the same small document at every address, framed by nobody and found by no search engine', async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'open-'));
  await writeFile(join(consoleDir, 'index.html'), 'console');
  await writeFile(join(consoleDir, 'open.html'), 'open page');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const app = await createApp({ log, consoleDir, health: async () => ({ ok: true }), ready: async () => true });
  registerOpenPages(app, { clock: manualClock(0), pool: {} } as unknown as Services, []);
  for (const url of ['/m/receipt/AAAAAAAAAAAAAAAAAAAAAA', '/screen/x', '/m']) {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.payload]).toEqual([200, 'open page']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await app.inject({ url: '/admin' })).payload).toBe('console');
  await app.close();
  await rm(consoleDir, { recursive: true });
});

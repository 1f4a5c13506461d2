/** Log lines: for people, or one JSON object each for a collector; both name the request, and none ends the process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { logLine } from './log.ts';

const at = Date.parse('2026-03-02T10:00:00+08:00');

test('words with their facts', () => {
  expect(logLine('text', at, 'warn', 'job queue', { facts: { queue: 'export' } })).toBe(
    '2026-03-02 10:00:00 警告 job queue {"queue":"export"}',
  );
  expect(logLine('text', at, 'info', 'ready', { request: 'abcd1234' })).toBe(
    '2026-03-02 10:00:00 信息 [abcd1234] ready',
  );
});

test('one JSON object a line', () => {
  const line = logLine('json', at, 'error', 'request failed\nhere', { facts: { url: '/x' }, request: 'abcd1234' });
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    time: '2026-03-02T10:00:00.000+08:00',
    level: 'error',
    message: 'request failed\nhere',
    request: 'abcd1234',
    url: '/x',
  });
});

test.skipIf(!existsSync('/dev/full'))('a log on a full disk ends no process', async () => {
  const log = JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)));
  const program = `
    import { consoleLog, outliveLog } from ${log};
    outliveLog();
    consoleLog.info('no room');
    consoleLog.error('no room');
    setImmediate(() => process.exit(7));`;
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  expect(await once(child, 'exit')).toEqual([7, null]);
});

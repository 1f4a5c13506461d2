/** Log lines: for people, or one JSON object each for a collector; both name the request. */
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

/** What was slow is found again: its text, how often, and in which request. */
import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { slowStatements } from './slow-statements.ts';
import { marked } from './watch-statements.ts';

test('counts by text, slowest first, for a day', () => {
  const clock = manualClock(Date.parse('2026-03-02T10:00:00+08:00'));
  const slow = slowStatements(clock);
  slow.note('select 1', 199, 'aaaaaaaa');
  expect(slow.list(10)).toEqual([]);
  slow.note('select  *\n from trade', 300, 'aaaaaaaa');
  slow.note('select * from trade', 700.4, 'bbbbbbbb');
  slow.note('select * from person', 500, undefined);
  expect(slow.list(10)).toEqual([
    {
      text: 'select * from trade',
      count: 2,
      maxMs: 700,
      totalMs: 1_000,
      lastRequest: 'bbbbbbbb',
      lastAt: '2026-03-02T10:00:00.000+08:00',
    },
    expect.objectContaining({ text: 'select * from person', lastRequest: '' }),
  ]);
  expect(slow.list(1)).toHaveLength(1);
  clock.advance(86_400_001);
  expect(slow.list(10)).toEqual([]);
});

test('keeps room for those that were slow last', () => {
  const slow = slowStatements(manualClock(0));
  for (let n = 0; n < 400; n += 1) slow.note(`select ${n}`, 250, undefined);
  const texts = slow.list(1_000).map(({ text }) => text);
  expect(texts).toHaveLength(300);
  expect(texts).not.toContain('select 99');
  expect(texts).toContain('select 399');
});

test('a statement carries the request it is sent in; a prepared one keeps the text it is known by', () => {
  expect(marked('select 1', 'abcd1234')).toEqual({ first: '/* request abcd1234 */ select 1', text: 'select 1' });
  expect(marked('select 1', undefined)).toEqual({ first: 'select 1', text: 'select 1' });
  expect(marked({ text: 'select $1', values: [1] }, 'abcd1234')).toEqual({
    first: { text: '/* request abcd1234 */ select $1', values: [1] },
    text: 'select $1',
  });
  const named = { name: 'payers', text: 'select $1' };
  expect(marked(named, 'abcd1234')).toEqual({ first: named, text: 'select $1' });
  expect(marked({ text: 'copy t to stdout', submit: () => undefined }, 'abcd1234')).toBeUndefined();
});

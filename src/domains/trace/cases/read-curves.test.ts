import { expect, test } from 'vitest';
import { daysInside } from './read-curves.ts';

test('a sample stands in its cabinet from the day it is put until it leaves, or until today; one outside in none', () => {
  const sample = (sampleNo: string, deviceId: number | null, putAt: string | null, removedAt: string | null) => ({
    sampleNo,
    deviceId,
    cabinet: '一号柜',
    putAt,
    removedAt,
  });
  const found = daysInside(
    [
      sample('A', 1, '2026-11-20T11:50:00+08:00', '2026-11-22T13:00:00+08:00'),
      // By the clock of the kitchen, not by UTC.
      sample('B', 1, '2026-11-21T23:50:00+08:00', null),
      sample('C', 2, '2026-11-23T07:00:00+08:00', null),
      sample('D', null, '2026-11-23T07:00:00+08:00', null),
      sample('E', 2, null, null),
    ],
    '2026-11-23',
  );
  expect([...found].map(([device, days]) => [device, [...days]])).toEqual([
    [
      1,
      [
        ['2026-11-20', ['A']],
        ['2026-11-21', ['A', 'B']],
        ['2026-11-22', ['A', 'B']],
        ['2026-11-23', ['B']],
      ],
    ],
    [2, [['2026-11-23', ['C']]]],
  ]);
});

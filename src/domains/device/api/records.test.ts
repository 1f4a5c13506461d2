import { expect, test } from 'vitest';
import { readOffline } from './records.ts';

const record = { cardNo: '10001', mode: 'FIXED', identify: 'CARD', epoch: 1, seq: 1, time: 1_790_000_000_000 };

test('the terminal’s own offset is added to its clock', () => {
  expect(readOffline({ ...record, offsetMs: -60_000 }, 1, 0)).toMatchObject({ occurredAt: 1_789_999_940_000 });
});

test('a time no calendar has is refused by name, not kept', () => {
  const says = (item: object) => readOffline({ ...record, ...item }, 1, 0);
  expect(says({ time: 9e15 })).toMatchObject({ code: 'BAD_RECORD', params: { detail: 'time 应为毫秒时间戳' } });
  for (const offsetMs of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
    expect(says({ offsetMs })).toMatchObject({
      code: 'BAD_RECORD',
      params: { detail: 'time 加 offsetMs 应为 1970–9999 年的时刻' },
    });
});

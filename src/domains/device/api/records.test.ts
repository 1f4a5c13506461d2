import { expect, test } from 'vitest';
import { readOffline, readOnline } from './records.ts';

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

test('a record paid by code names nobody, and is never taken offline', () => {
  const meal = { payCode: '134567890123456789', mode: 'AMOUNT', amountFen: 900, identify: 'CODE', time: record.time };
  expect(readOnline(meal, 1, 1, record.time)).toMatchObject({ payCode: meal.payCode, amountFen: 900, offline: false });
  const why = (more: object) => {
    const said = readOnline({ ...meal, ...more }, 1, 1, record.time);
    return 'refused' in said ? said.params?.detail : said;
  };
  expect(why({ payCode: '13' })).toBe('payCode 应为 16–24 位数字');
  expect(why({ payCode: 134567890123456789n.toString().split('') })).toBe('payCode 应为 16–24 位数字');
  expect(why({ cardNo: '10001' })).toBe('付款码消费不带 cardNo 与 personId');
  expect(why({ identify: 'CARD' })).toBe('付款码消费的 identify 应为 CODE');
  expect(why({ mode: 'COUNT', amountFen: undefined })).toBe('计次消费不能用付款码');
  expect(readOffline({ ...meal, epoch: 1, seq: 1 }, 1, 0)).toMatchObject({
    code: 'BAD_RECORD',
    params: { detail: '付款码消费只能联机进行' },
  });
});

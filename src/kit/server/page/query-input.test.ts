import { expect, test } from 'vitest';
import { bool, date, money, ref } from '../../define/field.ts';
import { anyPage, months, page, range } from '../../define/page.ts';
import { readSearch } from './query-input.ts';

const trades = anyPage(
  page({
    title: '消费',
    path: '/admin/organization/consume',
    fields: {
      day: date('日期'),
      deviceId: ref('设备', '/admin/organization/device'),
      amountFen: money('金额'),
      offline: bool('脱机'),
    },
    list: { columns: ['day'], search: ['day', 'deviceId', range('amountFen'), 'offline'] },
  }),
);

test('empty choices are no choices; the open end of a range is null', () => {
  expect(readSearch(trades, { deviceId: ['', null, 7] })).toEqual({ deviceId: [7] });
  expect(readSearch(trades, { deviceId: [''] })).toEqual({ deviceId: null });
  expect(readSearch(trades, { deviceId: '' })).toEqual({ deviceId: null });
  expect(readSearch(trades, { day: ['', '2026-11-20'] })).toEqual({ day: [null, '2026-11-20'] });
  expect(readSearch(trades, { amountFen: [null, 500] })).toEqual({ amountFen: [null, 500] });
  expect(readSearch(trades, { day: ['2026-11-20'] })).toEqual({ day: ['2026-11-20', null] });
  for (const none of [[], [null, ''], ['']]) expect(readSearch(trades, { day: none })).toEqual({ day: null });
});

test('a value that does not fit is named by its label', () => {
  expect(readSearch(trades, { deviceId: ['七'] })).toMatchObject({ params: { detail: '查询条件「设备」的值不正确' } });
  expect(readSearch(trades, { other: 1 })).toMatchObject({ params: { detail: '不支持的查询条件 other' } });
});

test('yes or no may come as a list; both or none ask for nothing', () => {
  expect(readSearch(trades, { offline: false })).toEqual({ offline: false });
  expect(readSearch(trades, { offline: [true, true] })).toEqual({ offline: true });
  for (const none of [[], [null], ['', null], [true, false]])
    expect(readSearch(trades, { offline: none })).toEqual({ offline: null });
  expect(readSearch(trades, { offline: ['是'] })).toMatchObject({ code: 'MALFORMED' });
});

test('what is asked for by month reaches to the ends of its months', () => {
  const report = anyPage(
    page({
      title: '月数据',
      path: '/admin/organization/monthly',
      fields: { day: date('月份') },
      list: { columns: ['day'], search: [months('day', 'thisMonth')] },
    }),
  );
  expect(readSearch(report, { day: ['2026-02-11', '2026-12-01'] })).toEqual({ day: ['2026-02-01', '2026-12-31'] });
  expect(readSearch(report, { day: ['2028-02-29', null] })).toEqual({ day: ['2028-02-01', null] });
  expect(readSearch(report, { day: [null, '2028-02-03'] })).toEqual({ day: [null, '2028-02-29'] });
  expect(readSearch(report, { day: ['2028-02'] })).toMatchObject({ code: 'MALFORMED' });
});

import { expect, test } from 'vitest';
import { date, text, time } from './field.ts';
import { anyPage, page, range } from './page.ts';
import { isDue, keptSearch, searchNow } from './relative-days.ts';

const list = anyPage(
  page({
    path: '/admin/x',
    title: 'x',
    fields: { name: text('姓名'), businessDate: date('营业日期'), at: time('时间') },
    list: { search: ['name', range('businessDate'), range('at')] },
  }),
);
const day = (calendar: string, book = calendar) => ({ calendar, book });

test('a named range stays the named one; other days stay the days they were', () => {
  const today = day('2026-11-24');
  const search = { name: '张', businessDate: ['2026-11-01', '2026-11-30'], at: ['2026-11-02', '2026-11-05'] };
  const kept = keptSearch(list, search, today);
  expect(kept).toEqual({ ...search, businessDate: '@本月' });
  expect(searchNow(list, kept, today)).toEqual(search);
  expect(searchNow(list, kept, day('2027-02-03'))).toEqual({ ...search, businessDate: ['2027-02-01', '2027-02-28'] });
});

test('what a first visit starts with moves on with the days, whether it is offered by name or not', () => {
  const week = anyPage(
    page({
      path: '/admin/y',
      title: 'y',
      fields: { at: time('时间') },
      list: { search: [range('at', 'last7Days')] },
    }),
  );
  const kept = keptSearch(week, { at: ['2026-11-18', '2026-11-24'] }, day('2026-11-24'));
  expect(searchNow(week, kept, day('2026-12-03'))).toEqual({ at: ['2026-11-27', '2026-12-03'] });
});

test('what is dated by the books is counted from their day', () => {
  const night = day('2026-11-25', '2026-11-24');
  const kept = keptSearch(
    list,
    { businessDate: ['2026-11-24', '2026-11-24'], at: ['2026-11-25', '2026-11-25'] },
    night,
  );
  expect(kept).toEqual({ businessDate: '@今天', at: '@今天' });
});

test('weeks begin on Monday, months on their first day', () => {
  expect(
    ['2026-11-23', '2026-11-24', '2026-12-01'].map((one) => [isDue('WEEKLY', one), isDue('MONTHLY', one)]),
  ).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(isDue('DAILY', '2026-11-24')).toBe(true);
});

import { expect, test } from 'vitest';
import { choice, date, money, normalDisabled, ref, text, time } from '../../../define/field.ts';
import { anyPage, keyword, page, range } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { initialSearch, linkQuery, readListState, searchQuery, wireSearch, writeListState } from './search-url.ts';

const today = '2026-03-12';
const days = { calendar: today, book: '2026-03-11' };
const spec = anyPage(
  page({
    path: '/admin/organization/trade',
    title: '交易',
    menu: null,
    fields: {
      name: text('姓名'),
      jobNumber: text('工号'),
      status: choice('状态', normalDisabled),
      departmentId: ref('部门', '/admin/organization/department'),
      amountFen: money('金额'),
      sort: text('序号'),
      day: date('日期'),
      createdAt: time('时间'),
    },
    list: {
      columns: ['name', 'amountFen', 'createdAt'],
      sort: '-createdAt',
      search: [
        keyword('姓名/工号', 'name', 'jobNumber'),
        'status',
        'departmentId',
        range('amountFen'),
        'sort',
        range('createdAt', 'today'),
      ],
    },
  }),
);

test('a first visit has the initial range and the default order', () => {
  expect(readListState(spec, {}, days)).toEqual({
    page: 1,
    size: 20,
    sort: '-createdAt',
    search: { createdAt: [today, today] },
  });
  expect(writeListState(spec, readListState(spec, {}, days), days)).toEqual({});
});

test('a state comes back from its own URL', () => {
  const state = {
    page: 3,
    size: 50,
    sort: 'name',
    search: {
      keyword: '张, 三',
      status: ['NORMAL', 'DISABLED'],
      departmentId: [7, 9],
      amountFen: [1000, null],
      sort: '2',
      createdAt: ['2026-03-01', '2026-03-12'],
    },
  };
  const query = writeListState(spec, state, days);
  expect(query.amountFen).toBe('1000,');
  expect(query['search.sort']).toBe('2');
  expect(readListState(spec, query, days)).toEqual(state);
});

test('an initial range emptied by hand stays empty', () => {
  const query = writeListState(spec, { page: 1, size: 20, sort: '-createdAt', search: {} }, days);
  expect(query).toEqual({ createdAt: '*' });
  expect(readListState(spec, query, days).search).toEqual({});
});

test('nonsense in a link is passed over', () => {
  const state = readListState(spec, { page: '-2', size: '7', departmentId: 'x', amountFen: 'a,b', other: '1' }, days);
  expect(state).toMatchObject({ page: 1, size: 20 });
  expect(state.search).toEqual({ createdAt: [today, today] });
});

test('days bound instants by their first and last moment', () => {
  expect(wireSearch(spec, { createdAt: ['2026-03-01', null], keyword: ' 张 ', status: [] })).toEqual({
    createdAt: ['2026-03-01T00:00:00.000+08:00', null],
    keyword: '张',
  });
});

test('a drill-down becomes a query', () => {
  expect(searchQuery({ departmentId: 7, day: ['2026-03-01', null], group: 'meal' })).toEqual({
    departmentId: '7',
    day: '2026-03-01,',
  });
});

test('a report without a period opens lines without one, not those of today', () => {
  for (const nothing of [undefined, null, [null, null], []]) {
    const query = searchQuery({ createdAt: nothing });
    expect(query).toEqual({ createdAt: '*' });
    expect(readListState(spec, query, days).search).not.toHaveProperty('createdAt');
  }
  expect(initialSearch(spec, days).createdAt).toEqual([today, today]);
});

test('after midnight today is the books’ day for business days, the calendar’s for instants', () => {
  const books = anyPage(
    page({
      path: '/admin/organization/books',
      title: '账册',
      menu: null,
      fields: { businessDate: date('日期'), createdAt: time('时间') },
      list: { columns: ['businessDate'], search: [range('businessDate', 'today'), range('createdAt', 'today')] },
    }),
  );
  const at = (iso: string) => initialSearch(books, daysNow({ now: () => Date.parse(iso) }));
  expect(at('2026-03-12T03:59:59+08:00')).toEqual({
    businessDate: ['2026-03-11', '2026-03-11'],
    createdAt: ['2026-03-12', '2026-03-12'],
  });
  expect(at('2026-03-12T04:00:00+08:00').businessDate).toEqual(['2026-03-12', '2026-03-12']);
});

test('a link to a record names it, one to a list says its search and grouping', () => {
  expect(linkQuery('/admin/organization/trade/record', { id: 7 })).toEqual({ id: '7' });
  expect(linkQuery('/admin/platform/check/record', { deviceId: 7 })).toEqual({ deviceId: '7' });
  expect(linkQuery('/admin/organization/trade', { id: 7 })).toEqual({ 'search.id': '7' });
  expect(linkQuery('/admin/organization/trade', { group: 'day', status: ['A', 'B'] }, 'dish')).toEqual({
    status: 'A,B',
    group: 'dish',
  });
});

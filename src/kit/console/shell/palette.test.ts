/** Which pages the palette finds. */
import { expect, it } from 'vitest';
import { matchPages } from './match-pages.ts';

const pages = [
  { title: '充值明细', hint: '资金账户 / 充值存取', path: '/admin/organization/recharge/detail' },
  { title: '人员', hint: '人员卡务 / 人员档案', path: '/admin/organization/user' },
  { title: '批量充值', hint: '资金账户 / 充值存取', path: '/admin/organization/recharge/more' },
];

it('puts titles that begin with the word first', () => {
  expect(matchPages(pages, '充值').map((h) => h.title)).toEqual(['充值明细', '批量充值']);
});

it('needs every word, in title, place or path', () => {
  expect(matchPages(pages, '资金 明细').map((h) => h.title)).toEqual(['充值明细']);
  expect(matchPages(pages, 'user').map((h) => h.title)).toEqual(['人员']);
  expect(matchPages(pages, '没有')).toEqual([]);
});

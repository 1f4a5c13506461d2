/** What a page says without being told: its columns, totals, order, record and export follow from its fields. */
import { describe, expect, it } from 'vitest';
import { int, json, money, password, percent, text, time } from './field.ts';
import { all, except, type ListInput, page } from './page.ts';

const fields = {
  name: text('姓名'),
  jobNumber: text('工号'),
  paidAt: time('付款时间', { sortable: true }),
  amountFen: money('金额'),
  count: int('次数'),
  share: percent('占比'),
  balanceFen: money('余额'),
  traces: json('依据', { hidden: true }),
  secret: password('密码'),
};

const listOf = (list: ListInput<typeof fields>) => page({ path: '/admin/loan', title: '借阅', fields, list }).list!;

describe('a list as it is written', () => {
  it('shows every field but hidden ones, second lines and passwords; the record shows the second lines too', () => {
    const list = listOf({ subline: { name: 'jobNumber' } });
    expect(list.columns).toEqual(['name', 'paidAt', 'amountFen', 'count', 'share', 'balanceFen']);
    expect(list.detail).toContain('jobNumber');
    expect(list.detail).not.toContain('traces');
  });

  it('leaves out what it is told to, and takes the columns it is given as they stand', () => {
    expect(listOf({ columns: except('share', 'jobNumber') }).columns).toEqual([
      'name',
      'paidAt',
      'amountFen',
      'count',
      'balanceFen',
    ]);
    expect(listOf({ columns: ['count', 'traces'] }).columns).toEqual(['count', 'traces']);
  });

  it('leaves out the record that its lines lie in, which that record names already; the line itself still tells it', () => {
    const owner = page({ path: '/admin/reader', title: '读者', fields: { name: text('姓名') }, list: {} });
    const ofReader = { readerId: int('读者'), ...fields };
    const lines = page({ of: owner, by: 'readerId', path: 'loan', title: '借阅', fields: ofReader, list: {} }).list!;
    expect(lines.columns).not.toContain('readerId');
    expect(lines.detail).toContain('readerId');
  });

  it('sums amounts and counts among its columns, never shares, and nothing unasked', () => {
    expect(listOf({ totals: all() }).totals).toEqual(['amountFen', 'count', 'balanceFen']);
    expect(listOf({ totals: except('balanceFen'), columns: except('count') }).totals).toEqual(['amountFen']);
    expect(listOf({}).totals).toBeUndefined();
  });

  it('comes newest first, by when a record was made rather than by another time', () => {
    expect(listOf({}).sort).toBe('-paidAt');
    expect(listOf({ sort: 'name' }).sort).toBe('name');
    const made = { ...fields, createdAt: time('创建时间', { sortable: true }) };
    expect(page({ path: '/admin/loan', title: '借阅', fields: made, list: {} }).list?.sort).toBe('-createdAt');
    const { paidAt: _, ...timeless } = fields;
    expect(page({ path: '/admin/loan', title: '借阅', fields: timeless, list: {} }).list).not.toHaveProperty('sort');
  });

  it('can be exported unless it says no', () => {
    expect(listOf({}).export).toBe(true);
    expect(listOf({ export: false }).export).toBe(false);
  });
});

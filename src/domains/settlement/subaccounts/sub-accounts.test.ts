/** Parts of sub-accounts: they sum to the day whatever it is settled to, hold from their day, and never exceed the whole. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenancy } from '../../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { settlement } from '../domain.ts';
import page from './pages/contractor_sub_account.server.ts';
import lines from './pages/contractor_sub_account-split.server.ts';
import { firstOver } from './set-ratio.ts';
import { dueShares, splitPart } from './split-part.ts';

let bench: UnitBench;
let caterer: Caller;
const path = '/admin/contractor/contractor_sub_account';
type Row = Record<string, unknown> & { id: number };

beforeAll(async () => {
  bench = await unitBench([tenancy, settlement], [page, lines]);
  caterer = await bench.as('CONTRACTOR', units.contractor);
});
afterAll(() => bench?.database.drop());

const open = async (name: string) =>
  (
    await caterer.call<{ id: number }>(path, 'create', {
      name,
      kind: 'PARTNER',
      bankName: '工商银行',
      accountNo: '6222021234567890',
    })
  ).id;
const ratio = (id: number, percent: number, fromDate: string) =>
  caterer.call(path, 'setRatio', { id, ratio: percent, fromDate });
const settle = (date: string, contractorFen: number) =>
  splitPart(
    bench.services,
    bench.services.pool,
    {
      organizationId: units.organization,
      contractorId: units.contractor,
      contractId: units.contract,
      date,
      contractorFen,
    },
    `${date}T10:00:00+08:00`,
  );
const had = async (date: string) =>
  (
    await bench.services.pool.query<{ id: number | null; fen: number }>(
      `select sub_account_id as id, sum(amount_fen)::bigint as fen from sub_account_split where contractor_id = $1 and business_date = $2
       group by 1 order by 1`,
      [units.contractor, date],
    )
  ).rows.map(({ fen }) => fen);

test('differences of any settlings sum to the last, for every receiver', () => {
  const fen = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const shares = fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 4 }), ratio: fc.integer({ min: 0, max: 2_500 }) }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fen, shares), { minLength: 1, maxLength: 6 }), (settlings) => {
      const held = new Map<number | null, number>();
      for (const [amount, said] of settlings) {
        const once = [...new Map(said.map((one) => [one.id, one])).values()];
        for (const one of dueShares(amount, once, held)) held.set(one.id, (held.get(one.id) ?? 0) + one.fen);
        expect([...held.values()].reduce((sum, one) => sum + one, 0)).toBe(amount);
        for (const [id, was] of held) if (id !== null && !once.some((one) => one.id === id)) expect(was).toBe(0);
      }
    }),
  );
});

test('all together never have more than the whole, on any day to come', () => {
  const held = [
    { accountId: 1, ratio: 6_000, fromDate: '2026-12-01' },
    { accountId: 1, ratio: 2_000, fromDate: '2026-12-10' },
    { accountId: 2, ratio: 5_000, fromDate: '2026-12-05' },
  ];
  expect(firstOver(held, '2026-12-01')).toEqual({ date: '2026-12-05', ratio: 11_000 });
  expect(firstOver(held, '2026-12-10')).toBeUndefined();
});

test('a ratio holds from a day to come; the parts of a day are to the fen, and follow when the day changes', async () => {
  const [a, b] = [await open('城东合伙人'), await open('食材供应商')];
  expect(await ratio(a, 3_333, '2026-11-20')).toMatchObject({ fields: { fromDate: expect.stringContaining('追溯') } });
  expect(await ratio(a, 3_333, '2026-11-21')).toBeNull();
  expect(await ratio(b, 6_667, '2026-11-22')).toBeNull();
  expect(await ratio(b, 6_668, '2026-11-23')).toMatchObject({ code: 'SUB_RATIO_OVER' });
  await settle('2026-11-20', 10_000);
  expect(await had('2026-11-20')).toEqual([]);
  await settle('2026-11-21', 10_001);
  expect(await had('2026-11-21')).toEqual([3_333, 6_668]);
  await settle('2026-11-22', 100);
  expect(await had('2026-11-22')).toEqual([33, 67]);
  await settle('2026-11-22', 100);
  await settle('2026-11-22', -50);
  expect((await had('2026-11-22')).reduce((sum, one) => sum + one, 0)).toBe(-50);
  const { rows } = await caterer.call<{ rows: Row[] }>(path, 'query', {});
  expect(rows.find(({ id }) => id === a)).toMatchObject({
    ratio: 0,
    nextRatio: 3_333,
    nextFrom: '2026-11-21',
    accountNo: '************7890',
  });
  const listed = await caterer.call<{ rows: Row[] }>(`${path}/split`, 'query', { search: { subAccountId: a } });
  expect(listed.rows.reduce((sum, row) => sum + Number(row.amountFen), 0)).toBe(
    Number(rows.find(({ id }) => id === a)!.splitFen),
  );
});

test('one that is disabled has nothing from tomorrow on; nobody sees those of others', async () => {
  const id = await open('临时账户');
  await ratio(id, 0, '2026-11-25');
  expect(await caterer.call(path, 'disable', { id })).toBeNull();
  const { rows } = await caterer.call<{ rows: Row[] }>(path, 'query', { search: { status: ['DISABLED'] } });
  expect(rows).toMatchObject([{ name: '临时账户' }]);
  const other = await bench.as('CONTRACTOR', units.otherContractor);
  expect((await other.call<{ rows: Row[] }>(path, 'query', {})).rows).toEqual([]);
  expect(await other.call(path, 'setRatio', { id, ratio: 1, fromDate: '2026-12-01' })).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a change keeps what it does not send; what is needed cannot be emptied', async () => {
  const id = await open('改名的账户');
  const read = () => caterer.call<Row>(path, 'get', { id });
  const change = async (values: object) =>
    caterer.call(path, 'update', { id, version: (await read()).version, ...values });
  expect(await change({ name: '改过名的账户' })).toEqual({ id });
  expect(await read()).toMatchObject({ name: '改过名的账户', kind: 'PARTNER', bankName: '工商银行' });
  expect(await change({ bankName: '' })).toMatchObject({ fields: { bankName: expect.stringContaining('不能为空') } });
});

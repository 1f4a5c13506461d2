/** 交班 of a shift that gave out more cash than it took in. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from '../testing.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(
    ['deposit#create', 'cash_out_detail#create', 'operator_cash_summary#query', 'operator_cash_summary#handOver'].map(
      (grant) => `/admin/organization/${grant}`,
    ),
  );
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

const boss = <T = Record<string, unknown>>(page: string, verb: string, body: object) =>
  bench.call<T>(page, verb, body, bench.boss);

test('is settled exactly, the unit giving the difference; nobody hands in less than nothing otherwise', async () => {
  await boss('deposit', 'create', { personId: await bench.person(), amountFen: 800 });
  expect(await boss('operator_cash_summary', 'handOver', { countedFen: -1 })).toMatchObject({
    errormsg: '应交 8.00 元，实交 -0.01 元：应交不为负时实交不能为负',
  });
  const look = (countedFen: number | null) =>
    boss<{ lines: string[][]; amountFen?: number }>('operator_cash_summary', 'outcome', {
      action: 'handOver',
      countedFen,
    });
  const due = await look(null);
  expect(due.lines).toContainEqual(['应交现金', '8.00 元']);
  expect(due.amountFen).toBeUndefined();
  expect(await look(700)).toMatchObject({ amountFen: 700 });
  expect((await look(700)).lines).toContainEqual(['实交与差额', '7.00 元，短款 1.00 元']);
  expect((await look(800)).lines).toContainEqual(['实交与差额', '8.00 元，相符']);
  await boss('operator_cash_summary', 'handOver', { countedFen: 800 });
  const personId = await bench.person({ cash: 5_000 });
  await boss('cash_out_detail', 'create', { personId, amountFen: 3_000, reason: 'PARTIAL' });
  const slip = await boss<{ receipt: { lines: string[][] } }>('operator_cash_summary', 'handOver', {
    countedFen: -3_000,
  });
  expect(slip.receipt.lines).toContainEqual(['实补', '-30.00 元']);
  const { rows } = await boss<{ rows: object[] }>('operator_cash_summary', 'query', {
    search: { operatorName: '巡查员' },
  });
  expect(rows.at(-1)).toMatchObject({ status: 'HANDED', dueFen: -3_000, countedFen: -3_000, differenceFen: 0 });
});

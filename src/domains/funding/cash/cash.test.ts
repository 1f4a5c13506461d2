/** 操作员现金汇总: the drawer's net, shift by shift, handed over with the cash counted. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FundingBench, fundingBench } from '../testing.ts';

const all = (page: string, ...verbs: string[]) => verbs.map((v) => `/admin/organization/${page}#${v}`);
let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench([
    ...all('deposit', 'query', 'create', 'reverse'),
    ...all('recharge', 'query', 'create'),
    ...all('cash_out_detail', 'query', 'create'),
    ...all('refund', 'query', 'create', 'payCash'),
    ...all('user', 'query', 'issueCard', 'reportLoss', 'replaceCard', 'returnFee'),
    ...all('operator_cash_summary', 'query', 'handOver'),
  ]);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Sheet {
  rows: Record<string, unknown>[];
  check: { ok: boolean; text: string };
}
const boss = <T = Record<string, unknown>>(page: string, verb: string, body: object) =>
  bench.call<T>(page, verb, body, bench.boss);
const sheet = () => boss<Sheet>('operator_cash_summary', 'query', { search: { operatorName: '巡查员' } });

test('every kind of cash stands in its column and the sum is the drawer', async () => {
  const personId = await bench.person();
  await boss('deposit', 'create', { personId, amountFen: 10_000 });
  await boss('recharge', 'create', { personId, amountFen: 5_000, channel: 'CASH' });
  await boss('recharge', 'create', { personId, amountFen: 7_000, channel: 'TRANSFER', channelNo: 'T1' });
  const wrong = await boss<{ id: number }>('deposit', 'create', { personId, amountFen: 900 });
  await boss('deposit', 'reverse', { id: wrong.id, reason: '点错' });
  await boss('cash_out_detail', 'create', { personId, amountFen: 2_000, reason: 'PARTIAL' });
  const { id } = await boss<{ id: number }>('refund', 'create', {
    personId,
    amountFen: 1_500,
    restWay: 'CASH',
    reason: '退',
  });
  await boss('refund', 'payCash', { id });
  const card = { id: personId, cardNo: `K${personId}`, chargeKind: 'FEE', chargeFen: 1_000, chargeBy: 'CASH' };
  expect((await boss('user', 'issueCard', card)).errormsg).toBeUndefined();
  await boss('user', 'reportLoss', { id: personId });
  expect(
    (await boss('user', 'replaceCard', { ...card, cardNo: `L${personId}`, chargeKind: 'DEPOSIT' })).errormsg,
  ).toBeUndefined();
  const { rows, check } = await sheet();
  expect(rows).toMatchObject([
    {
      shift: '第 1 班',
      depositCount: 3,
      depositFen: 15_000,
      issueFeeFen: 1_000,
      replaceFeeFen: 0,
      pledgeInFen: 1_000,
      cashOutFen: 3_500,
      pledgeBackFen: 0,
      dueFen: 13_500,
      status: 'OPEN',
    },
  ]);
  expect(check).toMatchObject({ ok: true });
  const whole = await boss<Sheet>('operator_cash_summary', 'query', {});
  expect(whole.check).toMatchObject({ ok: true, text: expect.stringContaining(' = 存款金额 ') });
});

test('over or short needs a reason; a shift handed over stays as it is and the next one begins', async () => {
  expect(await boss('operator_cash_summary', 'handOver', { countedFen: 13_000 })).toMatchObject({
    errormsg: '应交 135.00 元，实交 130.00 元，短款 5.00 元，须填写差额原因',
    fields: { reason: expect.any(String) },
  });
  const slip = await boss<{ receipt: { lines: string[][] } }>('operator_cash_summary', 'handOver', {
    countedFen: 13_000,
    reason: '找零有误',
  });
  expect(slip.receipt.lines).toContainEqual(['差额', '-5.00 元']);
  expect(await boss('operator_cash_summary', 'handOver', { countedFen: 0 })).toMatchObject({ errorcode: 2620 });
  await boss('deposit', 'create', { personId: await bench.person(), amountFen: 800 });
  const { rows, check } = await sheet();
  expect(rows.map((r) => [r.shift, r.status, r.dueFen, r.countedFen, r.differenceFen])).toEqual([
    ['第 1 班', 'HANDED', 13_500, 13_000, -500],
    ['第 2 班', 'OPEN', 800, null, null],
  ]);
  expect(check.ok).toBe(true);
  await expect(bench.app.services.pool.query('update cash_handover set counted_fen = due_fen')).rejects.toThrow(
    'only grows',
  );
});

test('a card fee given back leaves the column it had come into', async () => {
  const before = (await sheet()).rows.find((row) => row.status === 'OPEN');
  const of = (key: string) => Number(before?.[key] ?? 0);
  const personId = await bench.person();
  const fee = { id: personId, chargeKind: 'FEE', payBy: 'CASH' };
  await boss('user', 'issueCard', { ...fee, cardNo: `M${personId}`, chargeFen: 700 });
  await boss('user', 'reportLoss', { id: personId });
  await boss('user', 'replaceCard', { ...fee, cardNo: `N${personId}`, chargeFen: 400 });
  for (const [issueFeeFen, replaceFeeFen] of [
    [700, 400],
    [700, 0],
    [0, 0],
  ] as const) {
    const { rows, check } = await sheet();
    expect(check.ok).toBe(true);
    const open = rows.find((row) => row.status === 'OPEN');
    expect([
      Number(open?.issueFeeFen ?? 0) - of('issueFeeFen'),
      Number(open?.replaceFeeFen ?? 0) - of('replaceFeeFen'),
    ]).toEqual([issueFeeFen, replaceFeeFen]);
    await boss('user', 'returnFee', { id: personId, reason: '收错' });
  }
});

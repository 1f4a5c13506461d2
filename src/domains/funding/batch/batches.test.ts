/** 批量充值 and 批量退款: checked, approved by another, run once whatever happens, failed lines kept and tried again. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { type FundingBench, fundingBench, scriptedProvider } from '../testing.ts';
import { runFundingBatch } from './run-batch.ts';
import { batchFlow } from './states.ts';

const grants = ['recharge/more', 'refund/more'].flatMap((page) =>
  ['query', 'create', 'approve', 'reject', 'cancel', 'retry', 'submit'].map((v) => `/admin/organization/${page}#${v}`),
);
let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(grants);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Head {
  status: string;
  totalCount: number;
  totalFen: number;
  leftOutCount: number;
  postedCount: number;
  postedFen: number;
  failedCount: number;
}
type Page = 'recharge/more' | 'refund/more';
const head = (page: Page, id: number) => bench.call<Head>(page, 'get', { id });
const lines = async (page: Page, id: number) =>
  (
    await bench.call<{ rows: { jobNumber: string; status: string; failReason: string; amountFen: number }[] }>(
      `${page}/lines`,
      'query',
      { size: 100, search: { batchId: id } },
    )
  ).rows;

async function finished(page: Page, id: number): Promise<Head> {
  for (let i = 0; i < 100; i++) {
    const now = await head(page, id);
    if (now.status !== 'RUNNING') return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the batch did not end');
}

const numberOf = async (personId: number) =>
  (await bench.app.services.pool.query<{ n: string }>('select job_number as n from person where id = $1', [personId]))
    .rows[0]!.n;

test('a spreadsheet: every row judged, approved by another, booked once', async () => {
  const [a, b, leaving, full] = [
    await bench.person(),
    await bench.person({ cash: 1_000 }),
    await bench.person({ closing: true }),
    await bench.person({ cash: 490_000 }),
  ];
  const [na, nb, nl, nf] = await Promise.all([a, b, leaving, full].map(numberOf));
  // As people type it: the number in full-width letters, an apostrophe, separators and signs around the amount.
  const wide = [...na!].map((c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)).join('');
  const fileKey = await bench.upload(
    `工号,姓名,充值金额\n${wide},,￥５０元\n'${nb},,30.5\n${na},,50\nNOBODY,,10\n${nl},,10\n${nf},,200\n${nb}X,,abc\n${nf},,"1,5"\n`,
  );
  const { id } = await bench.call<{ id: number }>('recharge/more', 'create', { mode: 'IMPORT', fileKey });
  expect(await head('recharge/more', id)).toMatchObject({
    status: 'CHECKED',
    totalCount: 2,
    totalFen: 8_050,
    leftOutCount: 6,
  });
  const judged = await lines('recharge/more', id);
  expect(judged.map((l) => l.failReason)).toEqual([
    '',
    '',
    '与第 2 行是同一人，请核对',
    '没有这个工号的人员',
    '人员销户中',
    '存入后 5,100.00 元，超过存储上限 5,000.00 元',
    '金额不正确，最多两位小数',
    '金额千位分隔符位置不对',
  ]);
  await bench.call('recharge/more', 'submit', { id });
  expect(await bench.call('recharge/more', 'approve', { id })).toMatchObject({ errorcode: 1204 });
  expect((await bench.call('recharge/more', 'approve', { id }, bench.boss)).errormsg).toBeUndefined();
  expect(await finished('recharge/more', id)).toMatchObject({
    status: 'DONE',
    postedCount: 2,
    postedFen: 8_050,
    failedCount: 0,
  });
  expect((await bench.mainFen(a)).balance).toBe(5_000);
  expect((await bench.mainFen(b)).balance).toBe(4_050);
  const { rows } = await bench.app.services.pool.query('select status from recharge_order where batch_id = $1', [id]);
  expect(rows).toHaveLength(2);
});

test('the same spreadsheet handed in twice is noticed; who means it says why', async () => {
  const numbers = await Promise.all([await bench.person(), await bench.person()].map(numberOf));
  const make = async (amounts: number[], more: object = {}) => {
    const fileKey = await bench.upload(`工号,金额\n${numbers.map((n, i) => `${n},${amounts[i]}`).join('\n')}\n`);
    return (await bench.call<{ id: number }>('recharge/more', 'create', { mode: 'IMPORT', fileKey, ...more })).id;
  };
  const submit = async (id: number) => (await bench.call('recharge/more', 'submit', { id })).errormsg;
  const first = await make([12, 13]);
  const second = await make([12, 13]);
  expect(await submit(first)).toBeUndefined();
  expect(await submit(second)).toMatch(
    /^人员和金额与批次 PC\d+（.+，待审核）完全相同：2 人 25\.00 元。确需再充一次，请作废本批，重新校验并填写说明$/,
  );
  expect(await submit(await make([13, 12]))).toBeUndefined();
  expect(await submit(await make([12, 13], { reason: '第二次代收' }))).toBeUndefined();
});

test('a run broken off goes on without booking twice; a failed line keeps its reason and may be tried again', async () => {
  const [a, b] = [await bench.person(), await bench.person({ cash: 100 })];
  const [na, nb] = await Promise.all([a, b].map(numberOf));
  const fileKey = await bench.upload(`工号,金额\n${na},10\n${nb},20\n`);
  const { id } = await bench.call<{ id: number }>('recharge/more', 'create', { mode: 'IMPORT', fileKey });
  await bench.call('recharge/more', 'submit', { id });
  // b's account is filled between the check and the run.
  await bench.call('deposit', 'create', { personId: b, amountFen: 499_000 });
  await bench.call('recharge/more', 'approve', { id }, bench.boss);
  expect(await finished('recharge/more', id)).toMatchObject({ status: 'PART_FAILED', postedCount: 1, failedCount: 1 });
  expect((await lines('recharge/more', id))[1]).toMatchObject({
    status: 'FAILED',
    failReason: '超过余额存储上限：存入后 5,011.00 元，上限 5,000.00 元',
  });
  // As after a kill between the postings and the end: the same lines are asked for again.
  await bench.app.services.pool.query(`update funding_batch set status = 'RUNNING' where id = $1`, [id]);
  await bench.app.services.pool.query(
    `update funding_batch_line set status = 'PENDING', fail_reason = '' where batch_id = $1 and status = 'FAILED'`,
    [id],
  );
  await runFundingBatch(bench.app.services, { organizationId: bench.organizationId, id }, new AbortController().signal);
  expect((await bench.mainFen(a)).balance).toBe(1_000);
  await bench.call('cash_out_detail', 'create', { personId: b, amountFen: 100_000, reason: 'PARTIAL' });
  await bench.call('recharge/more', 'retry', { id });
  expect(await finished('recharge/more', id)).toMatchObject({ status: 'DONE', postedCount: 2, failedCount: 0 });
  expect((await bench.mainFen(b)).balance).toBe(401_100);
});

test('leavers: WeChat money goes back to WeChat, the rest waits for the bank', async () => {
  const { provider, sent } = scriptedProvider({});
  bench.app.services.pay = { provider: () => provider, sandbox: () => undefined };
  const a = await bench.person({ cash: 30_000, wechat: 20_000, closing: true });
  const b = await bench.person({ cash: 700, closing: true });
  const empty = await bench.person({ closing: true });
  const { id } = await bench.call<{ id: number }>('refund/more', 'create', {
    mode: 'LEAVERS',
    restWay: 'BANK',
    reason: '毕业',
  });
  const listed = await lines('refund/more', id);
  expect(listed.find((l) => l.status === 'LEFT_OUT' && l.failReason === '主账户没有可退的余额')).toBeTruthy();
  const total = (await head('refund/more', id)).totalFen;
  expect(total).toBeGreaterThanOrEqual(50_700);
  await bench.call('refund/more', 'submit', { id });
  await bench.call('refund/more', 'approve', { id }, bench.boss);
  expect(await finished('refund/more', id)).toMatchObject({ status: 'DONE', postedFen: total, failedCount: 0 });
  expect(await bench.mainFen(a)).toEqual({ balance: 30_000, held: 30_000 });
  expect(await bench.mainFen(b)).toEqual({ balance: 700, held: 700 });
  expect((await bench.mainFen(empty)).balance).toBe(0);
  expect(sent.length).toBeGreaterThanOrEqual(1);
  const { rows } = await bench.app.services.pool.query<{ way: string; status: string; fen: number }>(
    `select way, status, sum(amount_fen)::bigint as fen from refund_order where batch_id = $1 group by 1, 2 order by 1`,
    [id],
  );
  expect(rows.reduce((sum, row) => sum + row.fen, 0)).toBe(total);
  expect(rows.map((r) => [r.way, r.status])).toEqual([
    ['BANK', 'APPROVED'],
    ['ORIGINAL', 'SUCCESS'],
  ]);
});

test('every move of a batch goes where its flow says, by the hand it says, and is refused by one code elsewhere', async () => {
  const { pool } = bench.app.services;
  let id = 0;
  const make = async () => {
    const fileKey = await bench.upload(`工号,金额\n${await numberOf(await bench.person())},1\n`);
    ({ id } = await bench.call<{ id: number }>('recharge/more', 'create', { mode: 'IMPORT', fileKey }));
  };
  await make();
  const { rows } = await pool.query<{ maker_id: number }>('select maker_id from funding_batch where id = $1', [id]);
  const caller = rows[0]!.maker_id;
  expect(
    await walkFlow(batchFlow, {
      place: async (status, mine) => {
        await make();
        const ran = status === 'DONE' || status === 'PART_FAILED';
        await pool.query(
          `update funding_batch set status = $2, maker_id = $3, failed_count = $4::int, failed_fen = $4::int * total_fen where id = $1`,
          [id, status, mine ? caller : caller + 1, ran ? 1 : 0],
        );
        if (ran)
          await pool.query(
            `update funding_batch_line set status = 'FAILED', fail_reason = '余额不足' where batch_id = $1`,
            [id],
          );
      },
      call: async (event) => {
        const { errorcode = 0, errormsg = '' } = await bench.call('recharge/more', event, { id, reason: '有误' });
        return { errorcode, errormsg };
      },
      status: async () => (await head('recharge/more', id)).status,
      ends: (event) => (event === 'approve' || event === 'retry' ? 'DONE' : undefined),
    }),
  ).toEqual([]);
});

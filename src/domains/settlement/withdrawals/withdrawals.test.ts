/** Money leaves by several hands: what is free and no more, to an account that has cooled down, in a file that is made once. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { post } from '../ledger/post.ts';
import { settleAll } from '../settle-all.ts';
import { withdrawalFlow } from './withdrawal-states.ts';

type WithdrawalEvent = keyof typeof withdrawalFlow.moves;

/** As the platform begins. */
const dayLimitFen = 100_000_000;
const secondPersonFen = 5_000_000;

let app: TestApp;
let contractorId: number;
let accountId: number;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestServer();
  await signIn();
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  contractorId = rows[0]!.id;
  await settleAll(app.services);
  const accounts = (await good('contractor', 'bank_account', 'query', { search: { status: ['ACTIVE'] } })).rows;
  accountId = accounts[0]!.id as number;
});
afterAll(() => app?.stop());

async function signIn() {
  for (const who of ['platform', 'contractor', 'contractor2', 'school', 'pt-fuhe', 'pt-chuna', 'cb-caiwu'])
    tokens[who] = await app.login(who);
}

const areaOf = (who: string) =>
  who === 'school' ? 'organization' : /^(contractor|cb)/.test(who) ? 'contractor' : 'platform';
const call = async (who: string, page: string, verb: string, body: object = {}, headers = {}) =>
  (await app.post(`/admin/${areaOf(who)}/${page}`, verb, body, tokens[who], headers)).body as unknown as {
    errorcode: number;
    errormsg: string;
    data: { id: number; rows: Record<string, unknown>[] };
  };
const good = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.errormsg).toBe('');
  return answer.data;
};
const transfers = (who: string, verb: string, body: object) => call(who, 'transfer_accounts', verb, body);
const witness = { account: 'pt-fuhe', password: demoPassword };

/** Puts money at the caterer's disposal, as if a transfer to the platform's bank had come in. */
const give = (fen: number, key: string) =>
  inTransaction(app.services.pool, (tx) =>
    post(app.services, tx, {
      requestKey: `test:${key}`,
      kind: 'ADJUST',
      lines: [
        { account: 'bank:payout', amountFen: -fen },
        { unitType: 'CONTRACTOR', unitId: contractorId, purse: 'AVAILABLE', amountFen: fen },
      ],
    }),
  );
const purse = async (name: string) =>
  (
    await app.services.pool.query<{ fen: number }>(
      `select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = 'CONTRACTOR' and unit_id = $1 and purse = $2`,
      [contractorId, name],
    )
  ).rows[0]!.fen;
const ask = (amountFen: number, bankAccountId = accountId) =>
  call('contractor', 'withdrawal', 'create', { amountFen, bankAccountId });
const status = async (id: number) =>
  (await app.services.pool.query<{ status: string }>('select status from unit_withdrawal where id = $1', [id])).rows[0]!
    .status;
const proven = async () => expect(await checkUnitInvariants(app.services.pool)).toEqual([]);

async function approved(amountFen: number): Promise<number> {
  const { data } = await ask(amountFen);
  expect(await transfers('platform', 'check', { id: data.id })).toMatchObject({ errorcode: 0 });
  expect(await transfers('pt-fuhe', 'approve', { id: data.id })).toMatchObject({ errorcode: 0 });
  return data.id;
}

async function paying(amountFen: number): Promise<number> {
  const id = await approved(amountFen);
  expect(await transfers('pt-chuna', 'payout', { ids: [id], format: 'CSV_UTF8', sure: true })).toMatchObject({
    errorcode: 0,
  });
  return id;
}

test('what is asked for is frozen, and comes back when it is withdrawn', async () => {
  await give(10_000, 'first');
  const [free, frozen] = [await purse('AVAILABLE'), await purse('FROZEN')];
  const { data } = await ask(3_000);
  expect([await purse('AVAILABLE'), await purse('FROZEN')]).toEqual([free - 3_000, frozen + 3_000]);
  expect(await call('cb-caiwu', 'withdrawal', 'cancel', { id: data.id })).toMatchObject({ errorcode: 1204 });
  await good('contractor', 'withdrawal', 'cancel', { id: data.id });
  expect([await purse('AVAILABLE'), await purse('FROZEN')]).toEqual([free, frozen]);
  expect(await ask(free + 1)).toMatchObject({ errorcode: 3530 });
  // Nothing of it was kept, but that it was tried.
  const { rows: tried } = await app.services.pool.query(
    `select action, result, page, target_name as said from system_log order by id desc limit 1`,
  );
  expect(tried).toMatchObject([
    {
      action: '拒绝',
      result: 'FAIL',
      page: expect.stringContaining('withdrawal'),
      said: expect.stringContaining('可提现'),
    },
  ]);
  expect(await ask(99)).toMatchObject({ errorcode: expect.any(Number) });
  await proven();
});

test('two clerks who press at once take out no more than there is', async () => {
  const free = await purse('AVAILABLE');
  const part = Math.floor(free / 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(part)));
  const taken = answers.filter(({ errorcode }) => errorcode === 0);
  expect(taken).toHaveLength(3);
  expect(answers.filter(({ errorcode }) => errorcode !== 0).map(({ errorcode }) => errorcode)).toEqual(
    Array(5).fill(3530),
  );
  for (const { data } of taken) await good('contractor', 'withdrawal', 'cancel', { id: data.id });
  expect(await purse('AVAILABLE')).toBe(free);
  await proven();
});

test('one form sent twice asks once', async () => {
  const headers = { 'x-request-key': 'withdraw-once-0001' };
  const body = { amountFen: 500, bankAccountId: accountId };
  const [a, b] = [
    await call('contractor', 'withdrawal', 'create', body, headers),
    await call('contractor', 'withdrawal', 'create', body, headers),
  ];
  expect(a.data.id).toBe(b.data.id);
  await good('contractor', 'withdrawal', 'cancel', { id: a.data.id });
});

test('what it costs and may come to is the platform’s to set; the fee is the platform’s when it is paid, and nobody’s when it fails', async () => {
  const rule = { feeFen: 0, leastFen: 100, dayLimitFen, secondPersonFen, feeBearer: 'PLATFORM' };
  const set = (change: object) => call('platform', 'withdraw_setting', 'update', { ...rule, ...change });
  expect(await set({ feeFen: 200, leastFen: 200 })).toMatchObject({
    errorcode: expect.any(Number),
    errormsg: expect.stringContaining('手续费'),
  });
  expect(await set({ feeFen: 200, leastFen: 1_000 })).toMatchObject({ errorcode: 0 });
  await give(20_000, 'fee');
  expect((await ask(999)).errormsg).toContain('10.00');
  const id = await paying(5_000);
  const { rows } = await app.services.pool.query('select fee_fen, real_fen from unit_withdrawal where id = $1', [id]);
  expect(rows).toEqual([{ fee_fen: 200, real_fen: 4_800 }]);
  const platformFen = async () =>
    (
      await app.services.pool.query<{ fen: number }>(
        `select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = 'PLATFORM' and purse = 'AVAILABLE'`,
      )
    ).rows[0]!.fen;
  const before = await platformFen();
  expect(await transfers('pt-chuna', 'paid', { id, bankFlowNo: 'FEE1' })).toMatchObject({ errorcode: 0 });
  expect(await platformFen()).toBe(before + 200);
  const second = await paying(5_000);
  const free = await purse('AVAILABLE');
  expect(await transfers('pt-chuna', 'fail', { id: second, reason: '账户异常', witness })).toMatchObject({
    errorcode: 0,
  });
  expect(await purse('AVAILABLE')).toBe(free + 5_000);
  await set({});
  await proven();
});

test('no more than a day allows', async () => {
  await give(dayLimitFen * 2, 'much');
  expect(await ask(dayLimitFen + 1)).toMatchObject({
    errorcode: 3531,
    fields: { amountFen: expect.stringMatching(/^今天最多还能提 [\d,.]+ 元$/) },
  });
});

describe('hands', () => {
  test('above the limit the second look is another account’s', async () => {
    const { data } = await ask(secondPersonFen + 1);
    await transfers('platform', 'check', { id: data.id });
    expect(await transfers('platform', 'approve', { id: data.id })).toMatchObject({ errorcode: 3533 });
    expect(await transfers('pt-fuhe', 'approve', { id: data.id })).toMatchObject({ errorcode: 0 });
    for (const who of ['platform', 'pt-fuhe'])
      expect(await transfers(who, 'payout', { ids: [data.id], format: 'XLSX', sure: false })).toMatchObject({
        errorcode: 3534,
      });
    expect(await transfers('pt-chuna', 'payout', { ids: [data.id], format: 'XLSX', sure: true })).toMatchObject({
      errorcode: 0,
    });
    expect(await transfers('pt-chuna', 'payout', { ids: [data.id], format: 'XLSX', sure: true })).toMatchObject({
      errorcode: expect.any(Number),
    });
    expect(await status(data.id)).toBe('PAYING');
  });

  test('who lets it pass is shown that the money is there, what is disputed and how old the account is', async () => {
    const { data } = await ask(1_500);
    const told = async (action: string, ids: readonly number[]) => {
      const answer = (await transfers('platform', 'outcome', { action, ids })) as unknown as {
        data: { lines: [string, string][]; amountFen: number };
      };
      return { lines: Object.fromEntries(answer.data.lines), amountFen: answer.data.amountFen };
    };
    const seen = await told('check', [data.id]);
    expect(seen.amountFen).toBe(1_500);
    expect(seen.lines).toMatchObject({ 余额证明: '余额与流水相符', 提现金额: '15.00 元' });
    expect(seen.lines.钱包).toContain(`可提现 ${formatFenGrouped(await purse('AVAILABLE'))} 元`);
    const { rows } = await app.services.pool.query<{ n: number }>(
      `select count(*)::int as n from unit_statement where contractor_id = $1 and status = 'DISPUTED'`,
      [contractorId],
    );
    expect(seen.lines.未了争议).toBe(rows[0]!.n > 0 ? `${rows[0]!.n} 份结算单有异议` : '没有');
    expect(seen.lines.收款账户).toMatch(/可收款$/);
    // Between two looks there is no time of the second.
    await transfers('platform', 'check', { id: data.id });
    const row = (await good('platform', 'transfer_accounts', 'query', { search: { status: ['AUDITING'] } })).rows.find(
      ({ id }) => id === data.id,
    );
    expect(row).toMatchObject({ auditorName: expect.any(String), checkerName: '', checkedAt: null });
    expect((await told('approve', [data.id])).lines.余额证明).toBe('余额与流水相符');
    await transfers('pt-fuhe', 'reject', { id: data.id, reason: '走查' });
  });

  test('up to the limit one may do both', async () => {
    const { data } = await ask(1_000);
    await transfers('platform', 'check', { id: data.id });
    expect(await transfers('platform', 'approve', { id: data.id })).toMatchObject({ errorcode: 0 });
  });

  test('a second identity does not help: who asked neither checks nor pays', async () => {
    // The cashier's account is the caterer's as well: it asked there, and comes back as the platform.
    const before = await ask(2_000);
    await app.services.pool.query(
      'update unit_withdrawal set maker_id = (select id from account where login_name = $1) where id = $2',
      ['pt-chuna', before.data.id],
    );
    for (const verb of ['check', 'reject'])
      expect(await transfers('pt-chuna', verb, { id: before.data.id, reason: '试' })).toMatchObject({
        errorcode: 1204,
      });
    await transfers('platform', 'check', { id: before.data.id });
    await transfers('pt-fuhe', 'approve', { id: before.data.id });
    expect(await transfers('pt-chuna', 'payout', { ids: [before.data.id], format: 'XLSX', sure: true })).toMatchObject({
      errorcode: 3534,
    });
  });

  test('another caterer sees none of it', async () => {
    expect((await good('contractor2', 'withdrawal', 'query')).rows).toEqual([]);
    expect((await good('contractor2', 'bank_account', 'query')).rows).toEqual([]);
    expect(
      await call('contractor2', 'withdrawal', 'create', { amountFen: 100, bankAccountId: accountId }),
    ).toMatchObject({
      errorcode: expect.any(Number),
      data: null,
    });
  });
});

describe('a bank account', () => {
  test('takes a fresh password, a second person, the platform, and three days', async () => {
    const { id } = await good('contractor', 'bank_account', 'create', {
      bankName: '交通银行中山支行',
      accountNo: '6222600112345678',
    });
    const second = { account: 'cb-caiwu', password: demoPassword };
    const submit = (password: string, by?: object) =>
      call('contractor', 'bank_account', 'submit', { id, password, ...(by ? { witness: by } : {}) });
    expect((await submit(demoPassword)).errorcode).not.toBe(0);
    expect(await submit('falsch', second)).toMatchObject({ errorcode: 3540 });
    expect((await submit(demoPassword, { account: 'contractor', password: demoPassword })).errorcode).not.toBe(0);
    const told = async () =>
      (
        await app.services.pool.query<{ detail: string }>(
          `select detail from alert where kind = 'BANK_CHANGED' and object_key = $1 order by organization_id`,
          [`bank:${id}`],
        )
      ).rows.map(({ detail }) => detail);
    expect(await told()).toEqual([]);
    expect(await submit(demoPassword, second)).toMatchObject({ errorcode: 0 });
    // Whoever pays this caterer outside hears of it, by the name of its contact.
    expect(await told()).toContainEqual(expect.stringMatching(/尾号 5678 已提交平台审核.*请联系人 .+ 核实/));
    expect(await ask(100, id)).toMatchObject({ errorcode: expect.any(Number), data: null });
    expect(await call('platform', 'bank_account', 'approve', { id })).toMatchObject({ errorcode: 0 });
    expect(await ask(100, id)).toMatchObject({
      errorcode: 3532,
      errormsg: expect.stringMatching(/尾号 5678 在冷静期内，还剩 72 小时，不能收款/),
      fields: { bankAccountId: '在冷静期内，还剩 72 小时' },
    });
    expect(
      await call('contractor', 'bank_account', 'create', { bankName: '乙行', accountNo: '6222600112345678' }),
    ).toMatchObject({ errorcode: 3541 });
    app.clock.set(app.clock.now() + 73 * 3_600_000);
    await signIn();
    await app.services.pool.query(
      `update unit_bank_account set status = 'ACTIVE' where status = 'COOLING' and cooling_until <= now() + interval '4 days'`,
    );
    expect(await ask(100, id)).toMatchObject({ errorcode: 0 });
  });

  test('that is out of use takes no money that was asked for before, and what was asked comes back', async () => {
    const { rows } = await app.services.pool.query<{ id: number }>(
      `select id from unit_bank_account where account_no = '6222600112345678' and unit_type = 'CONTRACTOR' and unit_id = $1`,
      [contractorId],
    );
    const account = rows[0]!.id;
    await give(10_000, 'retire');
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await ask(3_001 + n, account)).data.id);
    const [asked, looked, agreed] = ids as [number, number, number];
    for (const id of [looked, agreed]) await transfers('platform', 'check', { id });
    await transfers('pt-fuhe', 'approve', { id: agreed });
    await good('contractor', 'bank_account', 'retire', { id: account });
    const off = { errorcode: 3535, errormsg: expect.stringMatching(/收款账户 尾号 5678 已停用，不能打款，请驳回/) };
    expect(await transfers('platform', 'check', { id: asked })).toMatchObject(off);
    expect(await transfers('pt-fuhe', 'approve', { id: looked })).toMatchObject(off);
    expect(await transfers('pt-chuna', 'payout', { ids: [agreed], format: 'CSV_UTF8', sure: true })).toMatchObject(off);
    const told = await transfers('platform', 'outcome', { action: 'check', id: asked });
    expect(told.data).toMatchObject({
      lines: expect.arrayContaining([['收款账户', expect.stringContaining('已停用，不能打款')]]),
    });
    const free = await purse('AVAILABLE');
    for (const id of ids)
      expect(await transfers('pt-fuhe', 'reject', { id, reason: '账户已停用' })).toMatchObject({ errorcode: 0 });
    expect((await purse('AVAILABLE')) - free).toBe(3_001 + 3_002 + 3_003);
    await proven();
  });
});

test('an account that two register at one moment is registered once', async () => {
  const accountNo = '6222600199990000';
  const answer = await overtaken(
    app.services.pool,
    `insert into unit_bank_account select (jsonb_populate_record(b, jsonb_build_object('id', ${await app.services.ids.next()}, 'account_no',
       '${accountNo}', 'status', 'DRAFT'))).* from unit_bank_account b where unit_type = 'CONTRACTOR' and unit_id = ${contractorId}
     order by id limit 1`,
    () => call('contractor', 'bank_account', 'create', { bankName: '丙行', accountNo }),
  );
  expect(answer).toMatchObject({ errorcode: 3541, errormsg: expect.stringContaining('已经登记过') });
  expect(app.errors).toEqual([]);
});

describe('a payout', () => {
  const file = async (id: number) => {
    const answer = await app.request('POST', '/api/admin/platform/transfer_accounts/payout/download', {
      headers: { authorization: `Bearer ${tokens['pt-chuna']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    return answer.body.errormsg;
  };

  test('the same bytes twice, each download logged, with the digest of the list', async () => {
    await paying(1_234);
    const [payout] = (await good('pt-chuna', 'transfer_accounts/payout', 'query', { sort: '-createdAt' })).rows;
    const first = await file(payout!.id as number);
    expect(await file(payout!.id as number)).toBe(first);
    expect(first).toContain('12.34');
    const { rows } = await app.services.pool.query<{ content: Buffer; sha256: string; downloads: number }>(
      'select content, sha256, downloads from unit_payout where id = $1',
      [payout!.id],
    );
    expect(createHash('sha256').update(rows[0]!.content).digest('hex')).toBe(rows[0]!.sha256);
    expect(rows[0]!.downloads).toBe(2);
  });

  test('paid: the money is gone; a flow number is used once', async () => {
    const [id, other] = [await paying(2_001), await paying(2_002)];
    const frozen = await purse('FROZEN');
    expect(await transfers('pt-chuna', 'paid', { id, bankFlowNo: 'BF-1' })).toMatchObject({ errorcode: 0 });
    expect(frozen - (await purse('FROZEN'))).toBe(2_001);
    expect(await transfers('pt-chuna', 'paid', { id: other, bankFlowNo: 'BF-1' })).toMatchObject({ errorcode: 3550 });
    expect(await transfers('pt-chuna', 'paid', { id, bankFlowNo: 'BF-2' })).toMatchObject({
      errorcode: expect.any(Number),
    });
    await proven();
  });

  test('failed: all comes back, when a second person has looked', async () => {
    const id = await paying(2_003);
    const free = await purse('AVAILABLE');
    expect((await transfers('pt-chuna', 'fail', { id, reason: '账号错误' })).errorcode).not.toBe(0);
    expect(await transfers('pt-chuna', 'fail', { id, reason: '账号错误', witness })).toMatchObject({ errorcode: 0 });
    expect((await purse('AVAILABLE')) - free).toBe(2_003);
    expect(await status(id)).toBe('FAILED');
    await proven();
  });

  test('bounced later: what was paid comes back from the bank', async () => {
    const id = await paying(2_004);
    await transfers('pt-chuna', 'paid', { id, bankFlowNo: 'BF-3' });
    const free = await purse('AVAILABLE');
    const bounce = { id, returnNo: 'RT-1', reason: '户名不符', witness };
    // The number of the payment is not that of what came back.
    expect(await transfers('pt-chuna', 'bounce', { ...bounce, returnNo: 'BF-3' })).toMatchObject({ errorcode: 3550 });
    expect(await transfers('pt-chuna', 'bounce', bounce)).toMatchObject({ errorcode: 0 });
    expect((await purse('AVAILABLE')) - free).toBe(2_004);
    expect((await transfers('pt-chuna', 'bounce', bounce)).errorcode).not.toBe(0);
    await proven();
  });

  test('the same amount to the same account within a day is asked about', async () => {
    const first = await approved(2_005);
    await transfers('pt-chuna', 'payout', { ids: [first], format: 'CSV_GB', sure: false });
    const second = await approved(2_005);
    expect(await transfers('pt-chuna', 'payout', { ids: [second], format: 'CSV_GB', sure: false })).toMatchObject({
      errorcode: 3551,
    });
    expect(await transfers('pt-chuna', 'payout', { ids: [second], format: 'CSV_GB', sure: true })).toMatchObject({
      errorcode: 0,
    });
  });

  test('pressed by two at once, a withdrawal is in one file', async () => {
    const id = await approved(2_006);
    const press = () => transfers('pt-chuna', 'payout', { ids: [id], format: 'CSV_GB', sure: true });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.filter(({ errorcode }) => errorcode === 0)).toHaveLength(1);
    const { rows } = await app.services.pool.query<{ n: number }>(
      'select count(*)::int as n from unit_transfer where withdrawal_id = $1',
      [id],
    );
    expect(rows[0]!.n).toBe(1);
    await proven();
  });
});

describe('每日提现', () => {
  const cashout = async (search: object = {}) => {
    const { data, errormsg } = await call('platform', 'daily_cashout_receipts', 'query', { size: 100, search });
    expect(errormsg).toBe('');
    return data as unknown as {
      rows: Record<string, number | string>[];
      sums: Record<string, number>;
      check: { ok: boolean; text: string };
    };
  };

  test('says what was paid, what failed and what the bank returned, and opens the withdrawals that add up to it', async () => {
    const before = await cashout({ day: [null, null] });
    const [paidId, failedId] = [await paying(3_001), await paying(3_002)];
    await transfers('pt-chuna', 'paid', { id: paidId, bankFlowNo: 'BF-31' });
    await transfers('pt-chuna', 'fail', { id: failedId, reason: '账号错误', witness });
    const paid = await cashout({ day: [null, null] });
    const grown = (key: string) => paid.sums[key]! - before.sums[key]!;
    expect(['paidCount', 'amountFen', 'realFen', 'failedCount', 'netFen'].map(grown)).toEqual([
      1, 3_001, 3_001, 1, 3_001,
    ]);
    await transfers('pt-chuna', 'bounce', { id: paidId, returnNo: 'RT-31', reason: '户名不符', witness });
    const after = await cashout({ day: [null, null] });
    expect(after.sums.realFen).toBe(paid.sums.realFen);
    expect(after.sums.backFen! - paid.sums.backFen!).toBe(3_001);
    expect(after.sums.netFen).toBe(before.sums.netFen);
    expect(after.check).toMatchObject({ ok: true });
    for (const row of after.rows) {
      const search = { createdAt: null, paidAt: [row.day, row.day], unitType: row.unitType, keyword: row.unitName };
      const { rows } = await good('platform', 'transfer_accounts', 'query', { size: 100, search });
      expect([row.day, rows.length]).toEqual([row.day, row.paidCount]);
      expect(rows.reduce((sum, one) => sum + Number(one.realFen), 0)).toBe(row.realFen);
    }
  });

  test('a withdrawal marked paid past the books is found', async () => {
    const id = await approved(3_003);
    await app.services.pool.query(`update unit_withdrawal set status = 'PAID', paid_at = now() where id = $1`, [id]);
    expect((await cashout({ day: [null, null] })).check).toMatchObject({ ok: false });
    await app.services.pool.query(`update unit_withdrawal set status = 'APPROVED', paid_at = null where id = $1`, [id]);
  });
});

test('from every state every hand may do what the flow says, and nothing else', { timeout: 120_000 }, async () => {
  await give(100_000, 'walk');
  const { pool } = app.services;
  const accounts = await pool.query<{ login: string; id: number }>(
    `select login_name as login, id from account where login_name in ('contractor', 'platform')`,
  );
  const account = new Map(accounts.rows.map((row) => [row.login, row.id]));
  let id = 0;
  let nth = 0;
  let by: 'contractor' | 'platform' = 'platform';
  const words = () => ({ reason: '走查', bankFlowNo: `ZC${nth}`, returnNo: `TP${nth}`, proof: null, witness });
  const walk = (who: typeof by, without: readonly WithdrawalEvent[]) => {
    by = who;
    return walkFlow(withdrawalFlow, {
      without,
      place: async (status, mine) => {
        nth += 1;
        ({ id } = (await ask(100)).data);
        await pool.query('update unit_withdrawal set status = $2, maker_id = $3 where id = $1', [
          id,
          status,
          mine ? account.get(by) : 1,
        ]);
      },
      call: (event) =>
        by === 'contractor' ? call(by, 'withdrawal', event, { id }) : transfers(by, event, { id, ...words() }),
      status: () => status(id),
    });
  };
  const ofPlatform = ['check', 'approve', 'reject', 'paid', 'fail', 'bounce'] as const;
  expect(await walk('platform', ['cancel'])).toEqual([]);
  expect(await walk('contractor', ofPlatform)).toEqual([]);
});

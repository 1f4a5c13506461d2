/** Documents of the counter: 充值, 现金存款, 取款 — booked once, slip and reprint, undone wholly on their day. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type FundingBench, fundingBench } from '../testing.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/deposit#query']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Slip {
  id: number;
  receipt: { title: string; lines: [string, string][]; footer: string; link: string };
}

const kinds = [
  {
    page: 'deposit',
    table: 'cash_deposit',
    title: '现金存款凭条',
    prefix: 'CK',
    no: 'depositNo',
    at: 'at',
    done: 'OK',
    sign: 1,
    action: ['存款', '存款金额（元）'],
    values: {},
    extra: (no: string) => [['小票号', no.replace('CK', 'XP')]],
    reprint: (no: string) => [['小票号', no.replace('CK', 'XP')]],
  },
  {
    page: 'cash_out_detail',
    table: 'cash_out',
    title: '取款凭条',
    prefix: 'QK',
    no: 'cashOutNo',
    at: 'at',
    done: 'OK',
    sign: -1,
    action: ['取款', '取款金额（元）'],
    values: { reason: 'PARTIAL' },
    extra: () => [['本人签字', '＿＿＿＿＿＿']],
    reprint: () => [],
  },
  {
    page: 'recharge',
    table: 'recharge_order',
    title: '充值凭条',
    prefix: 'CZ',
    no: 'orderNo',
    at: 'createdAt',
    done: 'CREDITED',
    sign: 1,
    action: ['充值', '充值金额（元）'],
    values: { channel: 'CASH', giftFen: 50 },
    extra: () => [['赠送', '0.50 元']],
    reprint: () => [],
  },
] as const;

test('no hand books what a terminal or an approved batch books, nor gives away more than was paid', async () => {
  const personId = await bench.person();
  const form = { personId, amountFen: 1_000, channel: 'CASH' };
  for (const channel of ['IMPORT', 'DEVICE'])
    expect(await bench.call('recharge', 'create', { ...form, channel })).toMatchObject({
      fields: { channel: '渠道不在可选范围内' },
    });
  expect(await bench.call('recharge', 'create', { ...form, giftFen: 1_001 })).toMatchObject({
    errormsg: '赠送 10.01 元不能超过充值金额 10.00 元',
  });
  expect((await bench.mainFen(personId)).balance).toBe(0);
});

/** Documents, postings and lines of the log. */
const written = async (table: string) =>
  (
    await bench.app.services.pool.query(
      `select (select count(*) from ${table}) as documents, (select count(*) from posting) as postings,
         (select count(*) from system_log) as told, (select count(*) from money_request) as requests`,
    )
  ).rows[0];

describe.each(kinds)('$page', (kind) => {
  const list = async (personId: number) => {
    const { jobNumber } = await bench.call<{ jobNumber: string }>('user', 'get', { id: personId });
    const found = await bench.call<{ rows: Record<string, unknown>[] }>(kind.page, 'query', {
      search: { keyword: jobNumber },
    });
    return { rows: found.rows, jobNumber };
  };
  const book = (personId: number, key?: string) =>
    bench.call<Slip>(
      kind.page,
      'create',
      { personId, amountFen: 1_200, remark: '备注', ...kind.values },
      undefined,
      key,
    );

  test('says before it is handed in whom it is for and what becomes of the balance; writes nothing', async () => {
    const personId = await bench.person({ cash: 5_000 });
    const before = await written(kind.table);
    const asked = { action: 'create', personId, amountFen: 1_200, ...kind.values };
    const told = await bench.call<{ lines: [string, string][]; amountFen: number }>(kind.page, 'outcome', asked);
    const { name, jobNumber } = await bench.call<Record<string, string>>('user', 'get', { id: personId });
    const after = formatFenGrouped(5_000 + kind.sign * 1_200);
    expect(told.amountFen).toBe(1_200);
    expect(told.lines).toEqual(
      expect.arrayContaining([
        ['人员', `${name}（${jobNumber}）`],
        ['金额', '12.00 元'],
        ['主账户', `50.00 → ${after} 元`],
      ]),
    );
    expect(await written(kind.table)).toEqual(before);
    expect(await bench.call(kind.page, 'outcome', { ...asked, amountFen: null })).toMatchObject({
      fields: { amountFen: expect.any(String) },
    });
    expect(await bench.call(kind.page, 'outcome', asked, bench.boss)).toMatchObject({ errorcode: expect.any(Number) });
  });

  test('booked once per form; the slip and its reprint say the same', async () => {
    const personId = await bench.person({ cash: 5_000 });
    const key = `form-${kind.page}`;
    const slip = await book(personId, key);
    const again = await book(personId, key);
    expect(again).toEqual(slip);
    expect((await bench.mainFen(personId)).balance).toBe(5_000 + kind.sign * 1_200);
    const { rows, jobNumber } = await list(personId);
    const [row] = rows;
    const no = String(row![kind.no]);
    expect(no).toMatch(new RegExp(`^${kind.prefix}\\d{8}${slip.id}$`));
    expect(row).toMatchObject({ id: slip.id, status: kind.done, amountFen: 1_200, remark: '备注' });
    const lines = (extra: readonly (readonly string[])[]) => [
      ['单号', no],
      ['姓名', row!.personName],
      ['工号', jobNumber],
      ['金额', '12.00 元'],
      ...extra,
      ['主账户余额', kind.sign > 0 ? '62.00 元' : '38.00 元'],
      ['时间', String(row![kind.at]).slice(0, 19).replace('T', ' ')],
      ['操作员', row!.operatorName],
    ];
    expect(slip.receipt.title).toBe(kind.title);
    expect(slip.receipt.lines).toEqual(lines(kind.extra(no)));
    const reprint = await bench.call<Slip>(kind.page, 'receipt', { id: slip.id });
    expect(reprint.receipt).toEqual({
      title: `${kind.title}（补打）`,
      lines: lines(kind.reprint(no)),
      footer: slip.receipt.footer,
      code: no,
      link: slip.receipt.link,
    });
    expect(slip.receipt.link).toMatch(/^\/m\/receipt\/[\w-]{22}$/);
    const history = await bench.call<{ action: string; changes: { label: string; after: string }[] }[]>(
      kind.page,
      'history',
      { id: slip.id },
    );
    expect(history[0]).toMatchObject({
      action: kind.action[0],
      changes: [{ label: kind.action[1], after: '12.00' }],
    });
  });

  test('undone wholly, once, and only on its day', async () => {
    const personId = await bench.person({ cash: 5_000 });
    const { id } = await book(personId);
    expect((await bench.call(kind.page, 'reverse', { id, reason: '录错' })).errormsg).toBeUndefined();
    expect((await bench.mainFen(personId)).balance).toBe(5_000);
    const { rows } = await list(personId);
    expect(rows.find((row) => row.id === id)).toMatchObject({ status: 'REVERSED' });
    expect((await bench.call(kind.page, 'reverse', { id, reason: '再来' })).errorcode).toBeGreaterThan(0);
    const later = await book(personId);
    await bench.app.services.pool.query(
      `update ${kind.table} set business_date = business_date - 1 where organization_id = $1 and id = $2`,
      [bench.organizationId, later.id],
    );
    expect(await bench.call(kind.page, 'reverse', { id: later.id, reason: '晚了' })).toMatchObject({ errorcode: 2601 });
  });

  test('says before it is undone whose it is and what the account holds then; looking changes nothing', async () => {
    const personId = await bench.person({ cash: 5_000 });
    const { id } = await book(personId);
    const held = await bench.mainFen(personId);
    interface Told {
      lines: string[][];
      amountFen: number;
    }
    const look = () => bench.call<Told>(kind.page, 'outcome', { action: 'reverse', id });
    const told = await look();
    const { rows } = await list(personId);
    const document = rows.find((row) => row.id === id)!;
    expect(told.amountFen).toBe(Number(document.amountFen) + Number(document.giftFen ?? 0));
    expect(told.lines[0]).toEqual(['人员', document.personName]);
    expect(told.lines).toContainEqual(['主账户', `${formatFenGrouped(held.balance)} → ${formatFenGrouped(5_000)} 元`]);
    expect(await bench.mainFen(personId)).toEqual(held);
    expect((await bench.call(kind.page, 'reverse', { id, reason: '录错' })).errormsg).toBeUndefined();
    expect((await bench.mainFen(personId)).balance).toBe(5_000);
    expect(await look()).toMatchObject({ errorcode: expect.any(Number) });
  });

  test('undone once by several who press at the same instant: one is told done, the others why not', async () => {
    const personId = await bench.person({ cash: 5_000 });
    const { id } = await book(personId);
    const { clock } = bench.app;
    // Nothing tells them apart, not even when they came.
    clock.set(clock.now());
    const answers = await Promise.all([1, 2, 3, 4].map(() => bench.call(kind.page, 'reverse', { id, reason: '录错' })));
    clock.set(null);
    expect(answers.filter((answer) => answer.errorcode === 0 || answer.errorcode === undefined)).toHaveLength(1);
    expect((await bench.mainFen(personId)).balance).toBe(5_000);
  });

  test('nobody of another unit, and no closed account', async () => {
    expect(await bench.call(kind.page, 'create', { personId: 1, amountFen: 1, ...kind.values })).toMatchObject({
      errorcode: expect.any(Number),
    });
    const personId = await bench.person();
    await bench.call('user', 'close', { id: personId });
    expect(await book(personId)).toMatchObject({ errorcode: 2600 });
  });
});

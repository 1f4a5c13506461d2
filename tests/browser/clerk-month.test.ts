/**
 * A finance clerk's month, through the console: the month before closed, subsidies granted by two people, money over the
 * counter and back, wrong charges and offline records put right, a lost card, the drawer handed over, reports that agree,
 * and the close. Every sum is checked over HTTP to the fen, and the ledger's invariants hold after every step.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { type Desk, takeDesk } from './desk.ts';
import {
  after,
  closeEarlier,
  dayOf,
  days,
  lastDay,
  month,
  openSchool,
  record,
  reportsOf,
  type School,
  type Terminal,
} from './month-support.ts';

const area = '/admin/organization';

let school: School;
let clerk: Desk;
let finance: Desk;
let terminals: { window: Terminal; shop: Terminal };
/** Net consumption of the month so far, fen, by the terminals' own answers. */
let eatenFen = 0;
let grant: { id: number; fen: number };

/** People of the test's own, so that every balance is known from its first fen. */
const payer = { name: '邹雨桐', no: 'M9301', card: '0000930001' };
const poor = { name: '石见明', no: 'M9302', card: '0000930002' };
const teacher = { name: '蔡文远', no: 'M9303', card: '0000930003' };
const newCard = '0000930103';

beforeAll(async () => {
  school = await openSchool();
  terminals = await school.terminals();
  // The demo's staff have lunch unless they say otherwise, and pay for what they miss: no part of this month.
  const { rows } = await school.call<{ rows: { id: number }[] }>('/report_meal_mode', 'query');
  for (const { id } of rows) await school.call('/report_meal_mode', 'disable', { id });
}, 300_000);
afterAll(() => school?.stop());
afterEach(async () => {
  expect(await checkInvariants(school.app.services.pool)).toEqual([]);
});

/** Both desks at this hour; who sat there before has gone home. */
async function sitDown(day: string, time: string): Promise<void> {
  const at = school.travel(day, time);
  const { app, browser } = school;
  for (const desk of [clerk, finance]) if (desk) expect(desk.complaints).toEqual([]);
  await Promise.all([clerk?.leave(), finance?.leave()]);
  [clerk, finance] = await Promise.all([takeDesk(app, browser, 'school', at), takeDesk(app, browser, 'finance', at)]);
}

/** The counter's page for one person and an amount in yuan. */
async function counter(page: string, who: { name: string; no: string; card: string }, amount: string): Promise<void> {
  await clerk.open(`${area}/${page}/form`);
  await clerk.tab().getByRole('combobox').first().fill(who.card);
  await clerk.page.locator('.ant-select-item-option:visible', { hasText: who.name }).first().click();
  await clerk.tab().getByText(who.no).first().waitFor();
  await clerk
    .tab()
    .getByLabel(/^(充值|存款)?金额$/)
    .fill(amount);
}

/** Net consumption of a business day, fen. */
const netOf = async (day: string) =>
  (await school.list('/consume_detail', { businessDate: [day, day] })).sums.amountFen!;

/** Clears what has ended by `day`, and waits for the run. */
async function clearEnded(day: string): Promise<{ clearedFen: number; carriedFen: number }> {
  const plan = await school.call<{ figures: { label: string; value: number }[]; submit: string }>(
    '/subsidy/clear',
    'preview',
    { batchId: null, reason: '补贴到期' },
  );
  const figure = (label: string) => plan.figures.find((one) => one.label === label)!.value;
  const [clearedFen, carriedFen] = [figure('清零额'), figure('结转额')];
  expect(clearedFen + carriedFen).toBeGreaterThan(0);
  await clerk.open(`${area}/subsidy/clear_detail`);
  await clerk.tab().getByText('已到期未清').waitFor();
  await clerk.open(`${area}/subsidy/clear/form`);
  await clerk.tab().getByLabel('原因').fill('补贴到期');
  await clerk.tab().getByRole('button', { name: '核对合计' }).click();
  await clerk
    .tab()
    .getByRole('button', { name: `清零 ${formatFenGrouped(clearedFen)} 元` })
    .click();
  await clerk.page.waitForURL(/clear\/record\?id=\d+/);
  // Above 500 yuan a second person decides.
  if (clearedFen + carriedFen > 50_000) {
    await finance.open(new URL(clerk.page.url()).pathname + new URL(clerk.page.url()).search);
    await finance.tab().getByRole('button', { name: '审核通过' }).click();
    await finance.confirm(/^审核通过/);
  }
  const cleared = () => school.list('/subsidy/clear_detail', { businessDate: [day, day], status: 'DONE' });
  await expect.poll(async () => (await cleared()).sums).toMatchObject({ clearedFen, carriedFen });
  expect((await cleared()).check).toMatchObject({ ok: true });
  return { clearedFen, carriedFen };
}

describe("a finance clerk's month", { timeout: 150_000 }, () => {
  it('begins with the month before closed', async () => {
    school.travel(dayOf(1), '08:00');
    await closeEarlier(school);
    const types = await school.call<{ id: number; name: string }[]>('/type', 'options', { size: 50 });
    const departments = await school.call<{ id: number; name: string }[]>('/department', 'options', {});
    for (const [who, type] of [
      [payer, '学生'],
      [poor, '学生'],
      [teacher, '教职工'],
    ] as const) {
      const { id } = await school.call<{ id: number }>('/user', 'create', {
        name: who.name,
        jobNumber: who.no,
        typeId: types.find((t) => t.name === type)!.id,
        departmentId: departments.at(-1)!.id,
      });
      await school.call('/user', 'issueCard', { id, cardNo: who.card });
    }
    await sitDown(dayOf(1), '08:30');
  });

  it('clears what is left of last month, and carries over what the rule lets', async () => {
    // Nothing else is cleared while a request of the demo's other administrator waits: it goes back.
    await clerk.open(`${area}/subsidy/clear?status=SUBMITTED`);
    await clerk.row('何会计', '驳回');
    await clerk.confirm();
    await clerk.tab().locator('.ant-table-row', { hasText: '何会计' }).waitFor({ state: 'detached' });
    await clearEnded(dayOf(1));
  });

  it('grants the monthly subsidy by rule: made by one, approved by another, run to its end', async () => {
    await clerk.open(`${area}/subsidy/batch_recharge/form`);
    await clerk.choose(clerk.tab(), '规则', '', '月度餐补');
    await clerk.tab().getByRole('button', { name: '核对合计' }).click();
    await clerk.tab().getByRole('button', { name: '校验名单' }).click();
    await clerk.page.waitForURL(/id=\d+/);
    const id = Number(new URL(clerk.page.url()).searchParams.get('id'));
    const { rows } = await school.app.services.pool.query<{ n: number }>(
      `select count(*)::int as n from person p join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
        where p.organization_id = $1 and t.name = '教职工' and p.status not in ('CLOSING', 'CLOSED')`,
      [school.organizationId],
    );
    const count = rows[0]!.n;
    const fen = count * 20_000;
    await clerk
      .tab()
      .getByText(`${formatFenGrouped(fen)}元`)
      .first()
      .waitFor();
    await clerk.tab().getByRole('button', { name: '提交审核' }).click();
    await clerk.dialog().getByLabel('核对笔数').fill(String(count));
    await clerk
      .dialog()
      .getByLabel('核对金额')
      .fill(String(fen / 100));
    await clerk.confirm();
    const own = clerk.tab().getByRole('button', { name: '审核通过' });
    await own.waitFor();
    expect(await own.isDisabled()).toBe(true);
    await finance.open(`${area}/subsidy/batch_recharge/record?id=${id}`);
    await finance.tab().getByRole('button', { name: '审核通过' }).click();
    await finance.confirm();
    const batch = async () => (await school.list('/subsidy/batch_recharge', {})).rows.find((r) => r.id === id);
    await expect.poll(async () => (await batch())?.status).toBe('GRANTED');
    expect(await batch()).toMatchObject({ totalFen: fen, postedFen: fen, postedCount: count, failedCount: 0 });
    await finance.tab().getByRole('button', { name: '核销' }).waitFor();
    grant = { id, fen };
    const sheet = await school.list('/subsidy/verify_summary', { batchId: id, grantOn: [dayOf(1), dayOf(1)] });
    expect(sheet.rows).toMatchObject([{ grantedFen: fen, usedFen: 0, remainingFen: fen }]);
  });

  it('takes money over the counter, and takes a wrong deposit back', async () => {
    await sitDown(dayOf(5), '09:00');
    await counter('recharge', payer, '320');
    await clerk
      .tab()
      .getByRole('button', { name: /确认充值 320\.00 元/ })
      .click();
    await clerk.slip(payer.name);
    for (const [amount, becomes] of [
      ['30', '0.00 → 30.00 元'],
      ['50', '30.00 → 80.00 元'],
    ] as const) {
      await counter('deposit', poor, amount);
      // Whose it is and what becomes of the balance stands under the inputs before it is handed in.
      const told = clerk.tab().locator('[data-part=outcome]');
      await told.getByText(poor.name).waitFor();
      await told.getByText(becomes).waitFor();
      await clerk
        .tab()
        .getByRole('button', { name: new RegExp(`确认存款 ${amount}\\.00 元`) })
        .click();
      await clerk.slip(poor.name);
    }
    expect(await school.main(poor.no)).toBe(8_000);
    await clerk.open(`${area}/deposit?keyword=${poor.no}`);
    await clerk.row('50.00', '冲正');
    await clerk.dialog().getByLabel('冲正原因').fill('多收一笔');
    await clerk.confirm(/^冲正 50\.00 元$/);
    await expect.poll(() => school.main(poor.no)).toBe(3_000);
    expect(await school.main(payer.no)).toBe(32_000);
  });

  it('feeds everybody at lunch', async () => {
    const noon = school.travel(dayOf(5), '12:00');
    const { rows } = await school.app.services.pool.query<{ card_no: string }>(
      "select card_no from card where organization_id = $1 and status = 'NORMAL' and person_id is not null order by id",
      [school.organizationId],
    );
    let fen = 0;
    let count = 0;
    for (const [i, { card_no }] of rows.entries()) {
      if (card_no === poor.card) continue;
      const swipe = record(terminals.window, noon + i * 1_000, card_no);
      const outcome = await school.app.services.consumeGateway.consume(terminals.window.at, swipe);
      if (isRefusal(outcome) || !('posted' in outcome)) continue;
      fen += outcome.posted.amountFen;
      count += 1;
    }
    expect(count).toBeGreaterThan(5);
    const day = { businessDate: [dayOf(5), dayOf(5)] };
    expect(await school.list('/consume_detail', day)).toMatchObject({ total: count, sums: { amountFen: fen } });
    expect(await school.main(payer.no)).toBe(31_000);
    eatenFen += fen;
  });

  it('puts a wrong charge right: reported, taken up, approved by a second person because of its size', async () => {
    const at = school.travel(dayOf(5), '12:40');
    const { consumeGateway } = school.app.services;
    const setting = await school.call<Record<string, unknown>>('/consume/setting', 'get');
    await school.call('/consume/setting', 'update', { ...setting, correctLimitFen: 2_000 });
    const before = await netOf(dayOf(5));
    const outcome = await consumeGateway.consume(
      terminals.shop.at,
      record(terminals.shop, at, teacher.card, { amountFen: 4_800 }),
    );
    if (isRefusal(outcome) || !('posted' in outcome)) throw new Error(JSON.stringify(outcome));
    expect(await netOf(dayOf(5))).toBe(before + 4_800);
    await clerk.open(`${area}/correct`);
    await clerk.tab().getByRole('button', { name: '代报' }).click();
    await clerk.choose(clerk.dialog(), '原消费', String(outcome.posted.tradeId), teacher.name);
    await clerk.dialog().getByLabel('原因').fill('收银员多按一位');
    await clerk.confirm();
    await clerk.row(teacher.name, '受理');
    await clerk.confirm(/^受\s*理$/);
    const correction = async () => (await school.list('/correct', { keyword: teacher.no })).rows[0];
    await expect.poll(async () => (await correction())?.status).toBe('PENDING_AUDIT');
    await finance.open(`${area}/correct`);
    await finance.row(teacher.name, '审核通过');
    await finance.confirm(/^审核通过 48\.00 元$/);
    await expect.poll(async () => (await correction())?.status).toBe('POSTED');
    expect(await correction()).toMatchObject({ amountFen: 4_800, checkerName: '何会计' });
    expect(await netOf(dayOf(5))).toBe(before);
  });

  it('pays cash out, then books a meal eaten offline as debt and drops one of an unknown card', async () => {
    await clerk.page.setViewportSize({ width: 1280, height: 720 });
    await counter('cash_out_detail', poor, '30');
    // What becomes of the balance is in view on a low screen too, under a form that is taller than it.
    const told = clerk.tab().locator('[data-part=outcome]').getByText('30.00 → 0.00 元');
    await expect
      .poll(() =>
        told.evaluate((line) => {
          const { left, bottom } = line.getBoundingClientRect();
          return document.elementFromPoint(left + 1, bottom - 1) === line;
        }),
      )
      .toBe(true);
    await clerk.page.setViewportSize({ width: 1440, height: 900 });
    await clerk
      .tab()
      .getByRole('button', { name: /确认取款 30\.00 元/ })
      .click();
    await clerk.slip(poor.name);
    expect(await school.main(poor.no)).toBe(0);
    const now = school.travel(dayOf(5), '13:20');
    const cards = [poor.card, '9900000077'];
    const answers = await school.app.services.consumeGateway.upload(
      terminals.window.at,
      cards.map((card, i) => record(terminals.window, now - 3_600_000 + i * 60_000, card, { offline: true })),
    );
    expect(answers.map((a) => 'suspended' in a)).toEqual([true, true]);
    await clerk.open(`${area}/offline_consume`);
    await clerk.row(poor.name, '入账为欠款');
    await clerk.confirm(/^入账为欠款 10\.00 元$/);
    await clerk.row(cards[1]!, '作废');
    await clerk.dialog().getByLabel('作废原因').fill('卡号无人登记');
    await clerk.confirm();
    const settled = async (card: string) => (await school.list('/offline_consume', { keyword: card })).rows[0];
    await expect.poll(async () => (await settled(cards[1]!))?.status).toBe('VOID');
    expect(await settled(poor.card)).toMatchObject({ status: 'POSTED_OVERDRAFT', chargedFen: 1_000 });
    eatenFen += 1_000;
    // What the demo left from the month before.
    const left = (await school.list('/offline_consume', { status: ['SUSPENSE'] })).rows.map((r) => r.id);
    if (left.length > 0) await school.call('/offline_consume', 'void', { ids: left, reason: '上月遗留，已查明' });
  });

  it('recharges by spreadsheet: a second person approves, the debt is paid first', async () => {
    await clerk.open(`${area}/recharge/more/form`);
    const sheet = `工号,姓名,金额\r\n${poor.no},${poor.name},20.00\r\nM0000,查无此人,5.00\r\n`;
    await clerk
      .tab()
      .getByLabel('名单表格')
      .setInputFiles({ name: '代收.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await clerk.tab().getByText('代收.csv').waitFor();
    await clerk.tab().getByRole('button', { name: '核对合计' }).click();
    await clerk.tab().getByText('第 3 行 M0000：没有这个工号的人员').waitFor();
    await clerk.tab().getByRole('button', { name: '建立批次 20.00 元' }).click();
    await clerk.page.waitForURL(/id=\d+/);
    const id = Number(new URL(clerk.page.url()).searchParams.get('id'));
    await clerk.tab().getByRole('button', { name: '提交', exact: true }).click();
    await clerk.dialog().getByText('合计 20.00 元').waitFor();
    await clerk.confirm();
    await finance.open(`${area}/recharge/more/record?id=${id}`);
    await finance.tab().getByRole('button', { name: '审核通过' }).click();
    await finance.confirm(/^审核通过 20\.00 元$/);
    const batch = async () => (await school.list('/recharge/more', {})).rows.find((r) => r.id === id);
    await expect.poll(async () => (await batch())?.status).toBe('DONE');
    expect(await batch()).toMatchObject({
      totalFen: 2_000,
      postedFen: 2_000,
      postedCount: 1,
      failedCount: 0,
      leftOutCount: 1,
    });
    expect(await school.main(poor.no)).toBe(1_000);
  });

  it('replaces a lost card for a fee', async () => {
    school.travel(dayOf(5), '15:00');
    await clerk.open(`${area}/wait_repair_card_detail/form`);
    await clerk.choose(clerk.tab(), '人员', teacher.card, teacher.name);
    await clerk.tab().getByLabel('工本费').fill('10');
    await clerk.tab().getByRole('button', { name: '提交申请' }).click();
    const request = async () => (await school.list('/wait_repair_card_detail', { keyword: teacher.no })).rows[0];
    await expect.poll(async () => (await request())?.status).toBe('PENDING');
    expect(await request()).toMatchObject({ oldCardStatus: 'LOST' });
    await clerk.open(`${area}/wait_repair_card_detail`);
    await clerk.row(teacher.name, '受理');
    await expect.poll(async () => (await request())?.status).toBe('ACCEPTED');
    await clerk.row(teacher.name, '制卡完成');
    await clerk.dialog().getByLabel('卡号', { exact: true }).fill(newCard);
    await clerk.confirm(/^制卡完成 10\.00 元$/);
    await clerk.slip(newCard, '10.00 元（现金）');
    await clerk.row(teacher.name, '领取');
    await clerk.confirm();
    await expect.poll(async () => (await request())?.status).toBe('DELIVERED');
    expect((await school.list('/user', { keyword: teacher.no })).rows).toMatchObject([
      { cardNo: newCard, cardStatus: 'NORMAL' },
    ]);
  });

  it('refunds above the limit: held, approved by a second person, paid in cash', async () => {
    await counter('refund', payer, '210');
    await clerk.tab().getByLabel('原因').fill('转学');
    await clerk.tab().getByRole('button', { name: '申请退款 210.00 元' }).click();
    const order = async () => (await school.list('/refund', { keyword: payer.no })).rows[0];
    await expect.poll(async () => (await order())?.status).toBe('APPLIED');
    await finance.open(`${area}/refund`);
    await finance.row(payer.name, '审核');
    await finance.confirm();
    await expect.poll(async () => (await order())?.status).toBe('APPROVED');
    await clerk.open(`${area}/refund`);
    await clerk.row(payer.name, '付现金');
    await clerk.confirm(/^付现金 210\.00 元$/);
    await clerk.slip(payer.name, '210.00');
    expect(await order()).toMatchObject({ amountFen: 21_000, way: 'CASH', checkerName: '何会计' });
    expect(await school.main(payer.no)).toBe(10_000);
  });

  it('hands the drawer over: what it holds is what was booked', async () => {
    // 320 + 30 + 50 − 50 taken in, 10 for the card, 30 and 210 paid out.
    const dueFen = 12_000;
    school.travel(dayOf(5), '17:30');
    await clerk.open(`${area}/operator_cash_summary`);
    await clerk.tab().locator('[data-part="check"][data-ok="true"]').waitFor();
    await clerk.tab().getByRole('button', { name: '交班' }).click();
    await clerk.dialog().getByLabel('实交现金').fill('120');
    await clerk.dialog().getByText('120.00 元，相符').waitFor();
    await clerk.confirm(/^交班 120\.00 元$/);
    await clerk.slip('120.00');
    const drawer = await school.list('/operator_cash_summary', { businessDate: [dayOf(5), dayOf(5)] });
    expect(drawer.rows).toMatchObject([{ status: 'HANDED', dueFen, countedFen: dueFen, differenceFen: 0 }]);
    expect(drawer.check).toMatchObject({ ok: true });
  });

  it('takes part of a subsidy back', async () => {
    await clerk.open(`${area}/return_subsidy/form`);
    await clerk.choose(clerk.tab(), '补贴', teacher.no, teacher.name);
    await clerk.tab().getByLabel('退回金额').fill('50');
    await clerk.tab().getByLabel('原因').fill('停薪半月');
    await clerk.tab().locator('[data-part="form-actions"]').getByRole('button').last().click();
    const returned = () => school.list('/return_subsidy', { batchId: grant.id });
    await expect.poll(async () => (await returned()).rows).toMatchObject([{ amountFen: 5_000, status: 'OK' }]);
  });

  it('clears at the end of the month, and every batch adds up', async () => {
    await sitDown(after, '08:30');
    const { clearedFen, carriedFen } = await clearEnded(after);
    expect(clearedFen + carriedFen).toBeGreaterThan(0);
    const range = [dayOf(1), lastDay];
    await clerk.open(`${area}/subsidy/verify_summary?grantOn=${range.join(',')}`);
    await clerk.tab().locator('[data-part="check"][data-ok="true"]').waitFor();
    const sheet = await school.list('/subsidy/verify_summary', { grantOn: range });
    const lots = sheet.rows as unknown as Record<string, number>[];
    for (const r of lots) expect(r.grantedFen).toBe(r.usedFen! + r.clearedFen! + r.returnedFen! + r.remainingFen!);
    expect(lots.find((r) => r.batchId === grant.id)).toMatchObject({
      grantedFen: grant.fen,
      returnedFen: 5_000,
      remainingFen: 0,
    });
  });

  it('finds every report of the month in agreement with itself and with the others', async () => {
    const faults: string[] = [];
    const ticked: string[] = [];
    for (const { path, search, link } of reportsOf(school)) {
      const { check } = await school.list(path, search);
      if (check?.ok === false) faults.push(`${path}: ${check.text}`);
      if (check?.ok !== true) continue;
      ticked.push(path);
      await clerk.page.goto(`${school.app.origin}${area}${link}`);
      await clerk.tab().locator(`main[data-page="${area}${path}"] [data-part="check"][data-ok="true"]`).waitFor();
    }
    expect(faults).toEqual([]);
    expect(ticked.length).toBeGreaterThan(10);
    const lines = (await school.list('/consume_detail', days)).sums.amountFen;
    expect(lines).toBe(eatenFen);
    for (const path of ['/consume_summary', '/daily_consume_summary', '/department_consume_summary'])
      expect([path, (await school.list(path, days)).sums.netFen]).toEqual([path, lines]);
    expect((await school.list('/personal_consume_summary', days)).sums.netFen).toBe(lines);
  }, 150_000);

  it('proves the ledger and closes the month', async () => {
    await clerk.open(`${area}/ledger_check`);
    await clerk.tab().getByRole('button', { name: '立即核对' }).click();
    const last = async () => (await school.call<{ last: { startedAt: string } }>('/ledger_check', 'state')).last;
    await expect.poll(async () => (await last()).startedAt.slice(0, 10)).toBe(after);
    await clerk.tab().getByText('✓ 账目全部相符').waitFor();
    await clerk.open(`${area}/month_close`);
    const close = clerk.tab().getByRole('button', { name: new RegExp(`^月结 ${month}，期末`) });
    await close.waitFor();
    await clerk.tab().getByText('✓ 期末余额').waitFor();
    const { totals } = await school.call<{ totals: Record<string, number> }>('/month_close', 'state');
    // 320, 30, and 20 by spreadsheet came in; 30 and 210 were paid out.
    expect(totals).toMatchObject({ incomingFen: 37_000, consumedFen: eatenFen, paidOutFen: 24_000 });
    const steps = async () =>
      (
        await school.call<{ steps: { title: string; figure: string; ok: boolean; weight: string; note: unknown }[] }>(
          '/month_close',
          'state',
        )
      ).steps;
    const open = (await steps()).filter((s) => !s.ok);
    expect(open.filter((s) => s.weight === 'HARD').map((s) => `${s.title}: ${s.figure}`)).toEqual([]);
    for (const { title } of open) {
      await clerk.tab().locator('.cl-list > li', { hasText: title }).getByRole('button', { name: '填写说明' }).click();
      await clerk.dialog().getByLabel('说明').fill('已核实，下月处理');
      await clerk.confirm(/保存说明/);
      await expect.poll(async () => (await steps()).find((s) => s.title === title)?.note).toBeTruthy();
    }
    await close.click();
    const signs = clerk.dialog().locator('[data-part="witness"]');
    await signs.getByLabel('账号').fill('finance');
    await signs.getByLabel('密码').fill('not-this-1');
    await clerk
      .dialog()
      .getByRole('button', { name: `月结 ${month}` })
      .click();
    await signs.getByText('账号或密码不正确').waitFor();
    await signs.getByLabel('密码').fill(demoPassword);
    await clerk.confirm(new RegExp(`^月结 ${month}$`));
    const closed = async () =>
      (await school.call<{ closed: { month: string; closedBy: string }[] }>('/month_close', 'state')).closed;
    await expect.poll(async () => (await closed())[0]?.month).toBe(month);
    await clerk.tab().getByRole('button', { name: '校验封存' }).click();
    await clerk
      .tab()
      .getByText(/✓ \d+ 天的封存逐日重算无误/)
      .waitFor();
  });

  it('books what comes late on the first open day, with both dates', async () => {
    const next = `${after.slice(0, 8)}02`;
    await sitDown(next, '09:00');
    const eaten = Date.parse(`${lastDay}T12:00:00+08:00`);
    const before = (await school.list('/consume_detail', days)).sums.amountFen;
    const [answer] = await school.app.services.consumeGateway.upload(terminals.window.at, [
      record(terminals.window, eaten, payer.card, { offline: true }),
    ]);
    expect(answer).toMatchObject({ posted: { businessDate: after, amountFen: 1_000 } });
    expect(await school.main(payer.no)).toBe(9_000);
    expect((await school.list('/consume_detail', days)).sums.amountFen).toBe(before);
    const late = await school.list('/consume_detail', { businessDate: [after, after], keyword: payer.no });
    expect(late.rows).toMatchObject([{ businessDate: after, amountFen: 1_000 }]);
    expect(String(late.rows[0]!.occurredAt).slice(0, 10)).toBe(lastDay);
    await clerk.open(`${area}/consume_detail?businessDate=${after},${after}&keyword=${payer.no}`);
    const shown = clerk.tab().locator('.ant-table-row', { hasText: payer.name });
    // Where room is short a time stands without its year and seconds, and says all of itself when it is pointed at.
    const told = (at: string) => clerk.page.getByTitle(at).or(clerk.page.getByText(at));
    await shown
      .filter({ has: told(`${lastDay} 12:00:00`) })
      .filter({ has: told(`${next} 09:00:00`) })
      .waitFor();
    for (const desk of [clerk, finance]) expect(desk.complaints).toEqual([]);
  });
});

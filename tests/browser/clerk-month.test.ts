/**
 * A finance clerk's month, through the console: the month before closed, subsidies granted by two people, money over the
 * counter and back, wrong charges and offline records put right, a lost card, the drawer handed over, reports that agree,
 * and the close. Every sum is checked over HTTP to the fen, and the ledger's invariants hold after every step.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/wallet/invariants.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { type Desk, takeDesk } from './desk.ts';
import { closeEarlier, dayOf, openSchool, record, type School, type Terminal } from './month-support.ts';

const area = '/admin/organization';
const poll = { timeout: 20_000, interval: 200 };

let school: School;
let clerk: Desk;
let finance: Desk;
let terminals: { window: Terminal; shop: Terminal };

/** People of the test's own, so that every balance is known from its first fen. */
const payer = { name: '邹雨桐', no: 'M9301', card: '0000930001' };
const poor = { name: '石见明', no: 'M9302', card: '0000930002' };
const teacher = { name: '蔡文远', no: 'M9303', card: '0000930003' };

beforeAll(async () => {
  school = await openSchool();
  terminals = await school.terminals();
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

describe("a finance clerk's month", () => {
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
  }, 90_000);

  it('clears what is left of last month, and carries over what the rule lets', async () => {
    const due = await school.call<{ groups: { clearedFen: number; carriedFen: number }[] }>(
      '/subsidy/clear_detail',
      'due',
    );
    const sum = (key: 'clearedFen' | 'carriedFen') => due.groups.reduce((total, g) => total + g[key], 0);
    expect(sum('clearedFen') + sum('carriedFen')).toBeGreaterThan(0);
    await clerk.open(`${area}/subsidy/clear_detail`);
    await clerk.tab().locator('.sb-clear').getByRole('button', { name: '清零' }).click();
    await clerk.dialog().getByLabel('清零原因').fill('上月补贴到期');
    await clerk.confirm(new RegExp(`^清零 ${formatFenGrouped(sum('clearedFen'))} 元$`));
    const cleared = () => school.list('/subsidy/clear_detail', { businessDate: [dayOf(1), dayOf(1)], status: 'DONE' });
    await expect
      .poll(async () => (await cleared()).sums, poll)
      .toMatchObject({
        clearedFen: sum('clearedFen'),
        carriedFen: sum('carriedFen'),
      });
    expect((await cleared()).check).toMatchObject({ ok: true });
  });

  it('grants the monthly subsidy by rule: made by one, approved by another, run to its end', async () => {
    await clerk.open(`${area}/subsidy/batch_recharge/form`);
    await clerk.choose(clerk.tab(), '补贴规则', '', '月度餐补');
    await clerk.tab().getByRole('button', { name: '校验名单' }).click();
    await clerk.page.waitForURL(/id=\d+/);
    const id = Number(new URL(clerk.page.url()).searchParams.get('id'));
    await clerk.tab().getByLabel('核对笔数').waitFor();
    const { rows } = await school.app.services.pool.query<{ n: number }>(
      `select count(*)::int as n from person p join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
        where p.organization_id = $1 and t.name = '教职工' and p.status = 'NORMAL'`,
      [school.organizationId],
    );
    const count = rows[0]!.n;
    const fen = count * 20_000;
    await clerk
      .tab()
      .getByText(`${formatFenGrouped(fen)} 元`)
      .first()
      .waitFor();
    await clerk.tab().getByLabel('核对笔数').fill(String(count));
    await clerk
      .tab()
      .getByLabel('核对金额')
      .fill(String(fen / 100));
    await clerk.tab().getByRole('button', { name: '提交审核' }).click();
    const own = clerk.tab().getByRole('button', { name: '审核通过' });
    await own.waitFor();
    expect(await own.isDisabled()).toBe(true);
    await finance.open(`${area}/subsidy/batch_recharge/form?id=${id}`);
    await finance.tab().getByRole('button', { name: '审核通过' }).click();
    await finance.confirm();
    const batch = async () => (await school.list('/subsidy/batch_recharge', {})).rows.find((r) => r.id === id);
    await expect.poll(async () => (await batch())?.status, poll).toBe('GRANTED');
    expect(await batch()).toMatchObject({ totalFen: fen, postedFen: fen, postedCount: count, failedCount: 0 });
    await finance.tab().getByRole('button', { name: '核销' }).waitFor();
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
    for (const amount of ['30', '50']) {
      await counter('deposit', poor, amount);
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
    await clerk.confirm();
    await expect.poll(() => school.main(poor.no), poll).toBe(3_000);
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
  });
});

/**
 * The caterer's week through the console: a statement disputed, answered, agreed and settled, its money taken out by several hands
 * with one transfer that fails; what comes late goes into the next statement; a hand-over leaves each caterer its own days.
 * Terminals and payers come from outside; the rest is done at the screen.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../../src/domains/consumption/testing.ts';
import { warmAccounts } from '../../src/domains/settlement/public.server.ts';
import { checkUnitInvariants, settleAll } from '../../src/domains/settlement/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type Desk, putOffBills, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

let bench: ConsumptionBench;
let browser: Browser;
/** The day that is disputed. */
let day: string;
/** Trades of the day by number. */
let trades: string[];
const school = '青禾实验中学';
const places = { platform: 'platform', school: 'organization', caterer: 'contractor' } as const;
const accounts = { platform: 'platform', school: 'school', caterer: 'contractor' } as const;
const desks: Desk[] = [];

const one = async <T>(text: string, values: unknown[] = []) =>
  (await bench.app.services.pool.query(text, values)).rows[0] as T;
const proven = async () => {
  await settleAll(bench.app.services);
  expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
};
async function sitDown(account: string): Promise<Desk> {
  const desk = await takeDesk(bench.app, browser, account, bench.app.clock.now());
  desks.push(desk);
  await putOffBills(desk);
  return desk;
}
const travel = (to: string, time = '10:40') => bench.app.clock.set(Date.parse(`${to}T${time}:00+08:00`));

/** The newest statement between the school and a caterer. */
interface Statement {
  id: number;
  no: string;
  status: string;
  pay: number;
  wallet: number;
}
const statement = () =>
  one<Statement>(
    `select s.id, s.statement_no as no, s.status, s.pay_fen as pay, s.wallet_fen as wallet from unit_statement s
     where s.organization_id = $1 and s.contractor_id <> 0 order by s.id desc limit 1`,
    [bench.organizationId],
  );
const openStatement = async (desk: Desk, who: keyof typeof places) => {
  await desk.open(`/admin/${places[who]}/settlement?keyword=${(await statement()).no}`);
  await desk.tab().locator('.ant-table-row').first().waitFor();
};
const yuan = (fen: number) => (fen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');

async function drawUp(platform: Desk, upTo: string): Promise<void> {
  await platform.open('/admin/platform/settlement');
  await platform.tab().getByRole('button', { name: '提前结算' }).click();
  await platform.choose(platform.dialog(), '单位', school, school);
  await platform.dialog().getByLabel('结算到').fill(upTo);
  await platform.page.keyboard.press('Enter');
  await platform.dialog().getByLabel('说明').fill('按周结算');
  await platform.look('3-draw-up');
  await platform.confirm();
}
/** Both sides look at the amount and agree, the platform releases with its second person. */
async function agreeAndSettle(by: Record<keyof typeof places, Desk>): Promise<void> {
  const { no, pay } = await statement();
  for (const who of ['school', 'caterer'] as const) {
    await openStatement(by[who], who);
    await by[who].row(no, '确认');
    expect(await by[who].dialog().getByLabel('应结金额').inputValue()).toBe((pay / 100).toFixed(2));
    await by[who].look(`3-confirm-${who}`);
    await by[who].confirm();
  }
  await expect.poll(async () => (await statement()).status).toBe('CONFIRMED');
  await openStatement(by.platform, 'platform');
  await by.platform.row(no, '结算');
  await by.platform.sign('pt-fuhe');
  await by.platform.look('3-settle');
  await by.platform.confirm(/结\s*算/);
  await expect.poll(async () => (await statement()).status).toBe('SETTLED');
}

beforeAll(async () => {
  [bench, browser] = await Promise.all([consumptionBench({ days: 1, share: 0.06 }), launchChromium()]);
  day = bench.today;
  trades = [];
  for (const [i, fen] of [1_500, 1_600, 1_700].entries()) {
    const diner = bench.diners[i]!;
    const body = { personId: diner.id, amountFen: 5_000, channel: 'WECHAT' };
    const order = await bench.school<{ id: number }>('recharge', 'pay_code', body);
    await bench.school('recharge', 'sandbox_pay', { id: order.data.id });
    trades.push(String((await bench.eat(diner, fen)).tradeId));
  }
  travel(addDays(day, 4));
  await warmAccounts(bench.app.services);
  await settleAll(bench.app.services);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await bench?.app.stop();
});

describe('a dispute', () => {
  const by = {} as Record<keyof typeof places, Desk>;
  it('names days, trades and an amount; the unit puts one right, both agree, the platform releases', async () => {
    for (const who of ['platform', 'school', 'caterer'] as const) by[who] = await sitDown(accounts[who]);
    await drawUp(by.platform, day);
    await expect.poll(async () => (await statement())?.status).toBe('GENERATED');
    const { no } = await statement();
    await openStatement(by.caterer, 'caterer');
    await by.caterer.look('3-statement-caterer');
    await by.caterer.row(no, '提出异议');
    const dialog = by.caterer.dialog();
    for (const label of ['异议开始日期', '异议结束日期']) {
      await dialog.getByLabel(label).fill(day);
      await by.caterer.page.keyboard.press('Enter');
    }
    await dialog.getByLabel('争议金额').fill('15');
    await dialog.getByLabel('交易号').fill(trades.join('，'));
    await dialog.getByLabel('原因').fill('三笔里有一笔是误刷');
    await by.caterer.look('3-dispute');
    await by.caterer.confirm();
    await expect.poll(async () => (await statement()).status).toBe('DISPUTED');

    await by.school.open('/admin/organization/correct/form');
    await by.school.choose(by.school.tab(), '原消费', trades[0]!, bench.diners[0]!.name);
    await by.school.tab().getByLabel('原因').fill('误刷，退回');
    await by.school
      .tab()
      .getByRole('button', { name: /提交纠错/ })
      .click();
    const posted = () =>
      one<{ status: string } | undefined>(`select status from correction where trade_id = $1`, [trades[0]]);
    await expect.poll(async () => (await posted())?.status).toBe('POSTED');
    await openStatement(by.school, 'school');
    await by.school.look('3-disputed-school');
    await by.school.row(no, '已纠错');
    await by.school.dialog().getByLabel('答复').fill('误刷一笔已退回，另两笔无误');
    await by.school.look('3-answer');
    await by.school.confirm();
    await expect.poll(async () => (await statement()).status).toBe('GENERATED');
    await agreeAndSettle(by);
    await proven();
  });

  it('what is released is asked for in two parts, paid out of one file; one fails and its money is back', {
    timeout: 240_000,
  }, async () => {
    const free = async () =>
      (
        await one<{ fen: number }>(
          `select w.balance_fen as fen from unit_wallet w join employee e on e.unit_id = w.unit_id and e.unit_type = w.unit_type
             join account a on a.id = e.account_id and a.login_name = 'contractor' where w.unit_type = 'CONTRACTOR' and w.purse = 'AVAILABLE'`,
        )
      ).fen;
    const before = await free();
    expect(before).toBeGreaterThan(2_300);
    await by.caterer.open('/admin/contractor/money');
    await by.caterer.tab().getByText(yuan(before)).first().waitFor();
    await by.caterer.look('3-money');
    for (const amount of ['12.34', '10']) {
      await by.caterer.open('/admin/contractor/withdrawal/form');
      await by.caterer.tab().getByLabel('提现金额').fill(amount);
      await by.caterer.choose(by.caterer.tab(), '收款账户', '', '工商银行');
      await by.caterer.look('3-withdraw');
      await by.caterer
        .tab()
        .getByRole('button', { name: /提交提现申请/ })
        .click();
      await by.caterer.page.getByText('已提交，金额已冻结，等平台审核').first().waitFor();
    }
    expect(before - (await free())).toBe(2_234);
    const [second, cashier] = [await sitDown('pt-fuhe'), await sitDown('pt-chuna')];
    const page = '/admin/platform/transfer_accounts';
    for (const [desk, state, button] of [
      [by.platform, 'APPLIED', '初审'],
      [second, 'AUDITING', '复核'],
    ] as const)
      for (const amount of ['12.34', '10.00']) {
        await desk.open(`${page}?status=${state}&keyword=禾丰`);
        await desk.row(amount, button);
        await desk.confirm(new RegExp(`${button}|确\\s*定`));
        await desk.tab().locator('.ant-table-row', { hasText: amount }).waitFor({ state: 'detached' });
      }
    await cashier.open(`${page}?status=APPROVED&keyword=禾丰`);
    for (const amount of ['12.34', '10.00'])
      await cashier.tab().locator('.ant-table-row', { hasText: amount }).getByRole('checkbox').check();
    await cashier
      .tab()
      .getByRole('button', { name: /生成打款文件/ })
      .first()
      .click();
    await cashier.dialog().getByText('22.34').first().waitFor();
    await cashier.look('3-payout');
    await cashier.confirm(/生成打款文件/);
    await cashier.open(`${page}/payout`);
    await cashier.tab().locator('.ant-table-row').first().getByText('22.34').waitFor();
    const download = cashier.page.waitForEvent('download');
    await cashier.tab().locator('.ant-table-row').first().getByRole('button', { name: '下载文件' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await cashier.look('3-payout-list');
    await cashier.open(`${page}?status=PAYING&keyword=禾丰`);
    await cashier.row('12.34', '登记打款成功');
    await cashier.dialog().getByLabel('银行流水号').fill('BK202600001');
    await cashier.confirm(/登记打款成功/);
    await cashier.tab().locator('.ant-table-row', { hasText: '12.34' }).waitFor({ state: 'detached' });
    await cashier.row('10.00', '登记打款失败');
    await cashier.dialog().getByLabel('失败原因').fill('收款账户状态异常');
    await cashier.sign('pt-fuhe');
    await cashier.look('3-failed');
    await cashier.confirm(/登记打款失败/);
    await expect.poll(free).toBe(before - 1_234);
    await by.caterer.open('/admin/contractor/withdrawal');
    await by.caterer.tab().locator('.ant-table-row', { hasText: '收款账户状态异常' }).first().waitFor();
    await by.caterer.look('3-withdrawals');
    await proven();
  });

  it('a record uploaded after the settlement is an adjustment of the next statement, with what it belongs to', async () => {
    const { no } = await statement();
    await bench.pay(bench.diners[3]!.id, 900);
    const [outcome] = await bench.upload([
      { cardNo: bench.diners[3]!.cardNo, amountFen: 900, occurredAt: Date.parse(`${day}T12:30:00+08:00`) },
    ]);
    expect(outcome).toMatchObject({ posted: { amountFen: 900 } });
    travel(addDays(day, 5));
    await settleAll(bench.app.services);
    const platform = await sitDown('platform');
    await drawUp(platform, addDays(day, 4));
    await expect.poll(async () => (await statement()).no).not.toBe(no);
    const next = await statement();
    const caterer = await sitDown('contractor');
    await caterer.open(`/admin/contractor/settlement/record?id=${next.id}`);
    const late = caterer.tab().locator('.ant-table-row', { hasText: day }).filter({ hasText: no });
    await late.first().waitFor();
    await caterer.look('7-adjustment');
    await proven();
  });
});

it('after a hand-over each caterer has its own days and no other', async () => {
  const handed = addDays(day, 5);
  const desk = await sitDown('school');
  const page = '/admin/organization/manage/contract_site';
  await desk.open(page);
  await desk.row('禾丰', '终止');
  await desk.dialog().getByLabel('终止原因').fill('合同期满前更换承包商');
  await desk.look('6-terminate');
  await desk.confirm(/终\s*止|确\s*定/);
  await desk.tab().getByText('终止', { exact: true }).first().waitFor();
  const { name } = await one<{ name: string }>('select name from restaurant where organization_id = $1 and id = $2', [
    bench.organizationId,
    bench.device.restaurantId,
  ]);
  await desk.open(`${page}/form`);
  const form = desk.tab();
  await form.getByLabel('承包商全称').fill('悦膳团餐服务有限公司');
  await desk.choose(form, '餐厅', name, name);
  await desk.page.keyboard.press('Escape');
  for (const [label, at] of [
    ['开始日期', handed],
    ['到期日期', addDays(handed, 300)],
  ] as const) {
    await form.getByLabel(label).fill(at);
    await desk.page.keyboard.press('Enter');
  }
  await desk.look('6-contract');
  await form
    .getByRole('button', { name: /保\s*存|提\s*交/ })
    .last()
    .click();
  await desk.tab().locator('.ant-table-row', { hasText: '草稿' }).first().waitFor();
  await desk.row('草稿', '签约生效');
  await desk.dialog().getByRole('checkbox').or(desk.dialog().getByRole('switch')).first().click();
  await desk.look('6-sign');
  await desk.confirm(/签约生效|确\s*定/);
  await desk.tab().locator('.ant-table-row', { hasText: '悦膳' }).filter({ hasText: '生效' }).first().waitFor();

  // The day of the hand-over is still the first one's; the morning after is the second one's.
  const [before, after] = [bench.diners[4]!, bench.diners[5]!];
  for (const [diner, at] of [
    [before, handed],
    [after, addDays(handed, 1)],
  ] as const) {
    travel(at, '12:00');
    await bench.pay(diner.id, 2_000);
    await bench.eat(diner, 1_100);
  }
  travel(addDays(handed, 2));
  const rows = async (account: string, path: string, own: typeof before) => {
    const caterer = await sitDown(account);
    await caterer.open(`/admin/contractor/${path}?businessDate=${handed},${addDays(handed, 1)}`);
    await caterer.tab().locator('.ant-table-row', { hasText: own.jobNumber }).first().waitFor();
    await caterer.look(`6-${account}`);
    return caterer.tab().locator('.ant-table-row').allInnerTexts();
  };
  const first = await rows('contractor', 'consume_detail', before);
  const second = await rows('contractor2', 'consume_detail', after);
  expect(first.some((row) => row.includes(after.jobNumber))).toBe(false);
  expect(second.some((row) => row.includes(before.jobNumber))).toBe(false);
  // Sessions end with the days that passed: who sat there before is sent to sign in.
  expect(desks.flatMap(({ complaints }) => complaints).filter((said) => !said.includes('(Unauthorized)'))).toEqual([]);
  expect(bench.app.errors).toEqual([]);
});

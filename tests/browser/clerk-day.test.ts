/**
 * One day of a canteen, through the console: people from a spreadsheet, a card, money over the counter, a lunch from
 * the terminals, then lists and reports that agree to the fen, and an export that a reader opens.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../src/domains/device/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { readTable } from '../../src/kit/server/sheet/read-table.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium, listen } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    acceptDownloads: true,
  });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  complaints = listen(page);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const tab = (): Locator => page.locator('[data-tab][data-current="true"]');

/** Opens a page of the menu by its address and waits for its list. */
async function open(path: string): Promise<void> {
  await page.goto(app.origin + path);
  await tab()
    .locator(`main[data-page="${path.split('?')[0]}"]`)
    .waitFor();
  await page.waitForLoadState('networkidle');
}

async function query(
  path: string,
  search: Record<string, unknown>,
): Promise<{ rows: Record<string, unknown>[]; total: number; sums: Record<string, number> }> {
  const { body } = await app.post(path, 'query', { size: 100, search }, await app.login('school'));
  expect(body.errorcode, body.errormsg).toBe(0);
  return body.data as { rows: Record<string, unknown>[]; total: number; sums: Record<string, number> };
}

async function tableOf(download: Download): Promise<{ headers: string[]; rows: string[][] }> {
  const table = await readTable(await readFile(await download.path()), download.suggestedFilename());
  if (isRefusal(table)) throw new Error(table.code);
  return { headers: [...table.headers], rows: table.rows.map((r) => [...r]) };
}

/** A dirty spreadsheet as it comes: GB18030 would be the same by then; here UTF-8 with a repeated and a nameless row. */
const people = [
  '姓名,工号,部门,手机号,卡号',
  '赵小满,T9001,新生报到,13812340001,0000900001',
  '钱有余,T9002,新生报到,13812340002,0000900002',
  '孙重复,T9002,新生报到,13812340003,0000900003',
  '李电话,T9004,新生报到,12345,0000900004',
].join('\r\n');

describe("a clerk's day", () => {
  it('signs in', async () => {
    await page.goto(`${app.origin}/login`);
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill(demoPassword);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await tab().locator('main[data-page="/admin/organization/home"]').waitFor();
    await tab().getByText('今日消费净额').waitFor();
  });

  it('imports people from a spreadsheet: good rows go in, bad rows come back with their reason', async () => {
    await open('/admin/organization/user');
    await tab().getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('导入文件')
      .setInputFiles({ name: '新生.csv', mimeType: 'text/csv', buffer: Buffer.from(people) });
    await dialog.getByRole('button', { name: '检查数据' }).click();
    await dialog.getByText('可导入', { exact: false }).first().waitFor();
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '下载有问题的行' }).click();
    const bad = await tableOf(await waiting);
    expect(bad.headers.at(-1)).toContain('原因');
    expect(bad.rows.map((r) => r[0]).sort()).toEqual(['孙重复', '李电话', '钱有余'].sort());
    await dialog.getByRole('button', { name: /^导入/ }).last().click();
    await dialog.getByText('导入完成').waitFor();
    // One of the three left is put right on the spot; its twin of the same number is then right too.
    await dialog.getByRole('button', { name: '修改未导入的行' }).click();
    await dialog.getByRole('button', { name: /修改第 4 行的工号/ }).click();
    await dialog.getByRole('textbox', { name: /第 4 行的工号/ }).fill('T9003');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: '重新检查 1 处修改' }).click();
    await dialog.getByRole('button', { name: '导入 2 行' }).click();
    await dialog.getByText('1 行没有导入').waitFor();
    await dialog.getByRole('button', { name: '完成' }).click();
    expect((await query('/admin/organization/user', { keyword: 'T9003' })).rows).toMatchObject([{ name: '孙重复' }]);
    const { rows } = await query('/admin/organization/user', { keyword: 'T9001' });
    expect(rows).toMatchObject([
      { name: '赵小满', cardNo: '0000900001', cardStatus: 'NORMAL', departmentName: '新生报到' },
    ]);
  });

  it('opens one person by hand and issues a card', async () => {
    await open('/admin/organization/user/form');
    await tab().getByLabel('姓名').fill('周到店');
    await tab().getByLabel('工号').fill('T9100');
    await tab().getByLabel('人员类别').click();
    await page.locator('.ant-select-item-option', { hasText: '学生' }).first().click();
    await tab().locator('[data-part="form-actions"]').getByRole('button').last().click();
    await expect.poll(async () => (await query('/admin/organization/user', { keyword: 'T9100' })).total).toBe(1);
    await open('/admin/organization/user?keyword=T9100');
    await tab()
      .getByRole('row', { name: /周到店/ })
      .getByRole('button', { name: '发卡' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('卡号').first().fill('0000900100');
    await dialog
      .getByRole('button', { name: /^发\s*卡$/ })
      .last()
      .click();
    await expect
      .poll(async () => (await query('/admin/organization/user', { keyword: 'T9100' })).rows[0]?.cardNo)
      .toBe('0000900100');
  });

  it('takes money over the counter and shows the slip', async () => {
    for (const [path, amount, button] of [
      ['/admin/organization/recharge/form', '120.50', /确认充值 120\.50 元/],
      ['/admin/organization/deposit/form', '30', /确认存款 30\.00 元/],
    ] as const) {
      await open(path);
      await tab().getByRole('combobox').first().fill('0000900100');
      await page.locator('.ant-select-item-option', { hasText: '周到店' }).first().click();
      await tab().getByLabel('核对人员').getByText('T9100').waitFor();
      await tab()
        .getByLabel(/充值金额|存款金额/)
        .fill(amount);
      await tab().getByRole('button', { name: button }).click();
      const slip = page.getByRole('dialog');
      await slip.getByText('周到店').waitFor();
      await slip.getByRole('button', { name: '关闭' }).last().click();
    }
    const { rows } = await query('/admin/organization/user', { keyword: 'T9100' });
    expect(rows[0]).toMatchObject({ mainBalanceFen: 15_050 });
  });

  it('plays a lunch on the terminals, an outage included', async () => {
    const { tally } = await simulate(
      {
        url: app.origin,
        terminals: 4,
        swipes: 120,
        seed: 11,
        seconds: 6,
        account: 'school',
        platform: 'platform',
        password: demoPassword,
        platformPassword: demoPassword,
      },
      app.clock,
    );
    expect(tally.accepted).toBeGreaterThan(20);
  }, 120_000);

  it('sees the same money in the list, the lines, the summaries and the balance sheet', async () => {
    const [trade] = (await query('/admin/organization/consume_detail', {})).rows;
    const day = String(trade!.businessDate);
    const days = { businessDate: [day, day] };
    const lines = await query('/admin/organization/consume_detail', days);
    const list = await query('/admin/organization/consume', days);
    expect(list.sums.amountFen).toBe(lines.sums.amountFen);
    for (const group of ['meal', 'restaurant', 'device', 'type', 'department', 'day']) {
      const summary = await query('/admin/organization/consume_summary', { ...days, group });
      expect([group, summary.sums.netFen]).toEqual([group, lines.sums.amountFen]);
    }
    for (const report of ['daily_consume_summary', 'department_consume_summary'])
      expect([report, (await query(`/admin/organization/${report}`, days)).sums.netFen]).toEqual([
        report,
        lines.sums.amountFen,
      ]);
    expect((await query('/admin/organization/personal_consume_summary', days)).sums.netFen).toBe(lines.sums.amountFen);
    const [sheet] = (await query('/admin/organization/daily_balance_summary', days)).rows;
    expect(sheet).toMatchObject({ businessDate: day, differenceFen: 0 });
  });

  it('drills from a number of the summary to its lines with the same filter', async () => {
    await open('/admin/organization/consume_summary');
    await tab().locator('[data-part="check"][data-ok="true"]').waitFor();
    const number = tab()
      .locator('tbody tr.ant-table-row')
      .first()
      .getByRole('link')
      .or(tab().locator('tbody tr.ant-table-row').first().getByRole('button'))
      .first();
    await number.click();
    await tab().locator('main[data-page="/admin/organization/consume_detail"]').waitFor();
    await tab().locator('[data-part="totals"]').waitFor();
    await tab().locator('[data-part="check"][data-ok="true"]').waitFor();
    expect(decodeURIComponent(page.url())).toContain('mealPeriodId');
  });

  it('exports the lines and a spreadsheet reader opens them', async () => {
    await open('/admin/organization/consume_detail');
    await tab().getByRole('button', { name: '导出', exact: true }).click();
    const token = await app.login('school');
    const tasks = async () =>
      (
        await app.request('GET', '/api/admin/common/get_excel_missiontable', {
          headers: { authorization: `Bearer ${token}` },
        })
      ).body.data as { finish: boolean }[];
    await expect.poll(async () => (await tasks())[0]?.finish).toBe(true);
    await page.getByRole('button', { name: /导出/ }).first().click();
    const waiting = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /下\s*载/ })
      .first()
      .click();
    const table = await tableOf(await waiting);
    const expected = await query('/admin/organization/consume_detail', { businessDate: [null, null] });
    expect(table.headers).toContain('交易号');
    expect(table.rows.length).toBeGreaterThan(0);
    expect(table.rows.length).toBeLessThanOrEqual(expected.total);
  });

  it('leaves every invariant of the money intact and a clean console', async () => {
    expect(await checkInvariants(app.services.pool)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

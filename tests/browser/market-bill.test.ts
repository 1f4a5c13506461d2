/** A shop's bill through the console: told in time, overdue, frozen, paid, open again. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lapseBills } from '../../src/domains/billing/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { runBills } from '../../src/domains/market/public.server.ts';
import { endow } from '../../src/domains/settlement/testing.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium, listen } from './shell-support.ts';

const supermarket = '/admin/contractor/supermarket';
const dayMs = 86_400_000;
let app: TestApp;
let browser: Browser;
const contexts: BrowserContext[] = [];
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  await endow(app.services, { unitType: 'CONTRACTOR', unitId: rows[0]!.id, purse: 'AVAILABLE' }, 100_000);
}, 300_000);
afterAll(async () => {
  for (const context of contexts) await context.close();
  await browser?.close();
  await app?.stop();
});

/** The caterer signs in anew, its clock that of the server; the notice of the bill is put off. */
async function enter(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  contexts.push(context);
  const page = await context.newPage();
  await page.clock.setFixedTime(app.clock.now());
  page.setDefaultTimeout(30_000);
  complaints.push(listen(page));
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill('contractor');
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/admin/**');
  return page;
}
const shown = (page: Page): Locator => page.locator('[data-tab][data-current="true"]');
async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(app.origin + path);
  const here = shown(page);
  await here.locator('.ant-table-row').first().waitFor();
  return here;
}
/** The nights between, as the house works them. */
async function pass(days: number): Promise<void> {
  app.clock.set(app.clock.now() + days * dayMs);
  await lapseBills(app.services);
  await runBills(app.services);
}

it('goes from the notice over the freeze to the payment that opens the shop at once', async () => {
  const first = await enter();
  const notice = first.getByRole('dialog');
  await notice.getByText('商超服务').first().waitFor();
  await notice.getByRole('button', { name: '去结算' }).click();
  await first.waitForURL(/subscribe_order\?.*orderid=/);
  const orderNo = new URL(first.url()).searchParams.get('orderid')!;
  const billed = shown(first).locator('.ant-table-row');
  await billed.filter({ hasText: orderNo }).waitFor();
  expect(await billed.count()).toBe(1);
  // Left open it would ask on, signed out meanwhile.
  await first.close();

  await pass(9);
  const late = await enter();
  await late.getByRole('button', { name: '稍后处理' }).click();
  const overdue = await open(late, `${supermarket}/subscribe_order`);
  await overdue.getByText('已逾期').first().waitFor();
  await overdue.getByText(/商超服务将于 .* 冻结/).waitFor();

  await pass(4);
  const page = await enter();
  await page.getByRole('button', { name: '稍后处理' }).click();
  const shops = await open(page, `${supermarket}/manage`);
  await shops.getByText('已冻结').first().waitFor();
  const frozen = await open(page, `${supermarket}/subscribe_order?status=FROZEN`);
  await frozen
    .getByRole('button', { name: '去结算' })
    .or(frozen.getByRole('link', { name: '去结算' }))
    .first()
    .click();
  await page.waitForURL('**/unit_bill/record**');
  await shown(page).getByRole('button', { name: '余额支付' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('可用余额').waitFor();
  await dialog.getByRole('button', { name: /余额支付/ }).click();
  await page.getByText('已支付').first().waitFor();

  const again = await open(page, `${supermarket}/manage`);
  await again.getByText('营业', { exact: true }).first().waitFor();
  expect(await again.getByText('已冻结').count()).toBe(0);
  expect(complaints.flat()).toEqual([]);
});

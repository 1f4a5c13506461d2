/** A 10-inch tablet on the kitchen's bench, lying and standing: what is pressed is big enough, nothing is wider than the screen. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { tooLow } from './fingers.ts';
import { launchChromium } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN', hasTouch: true });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill('school');
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).tap();
  await page.locator('[data-tab][data-current="true"] main').waitFor();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const pages = ['morning_check', 'sample_management', 'sample_daily_report', 'alert_detail', 'cook_user', 'food_trace'];

it.each([
  [1280, 800],
  [800, 1280],
])('%i × %i: an officer’s pages fit, and a finger finds every button', async (width, height) => {
  await page.setViewportSize({ width, height });
  for (const path of pages) {
    await page.goto(`${app.origin}/admin/organization/${path}`);
    await page
      .locator(
        `[data-current="true"] main[data-page="/admin/organization/${path}"] tbody tr:not(.ant-table-measure-row)`,
      )
      .first()
      .waitFor();
    expect(await tooLow(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
  }
});

it('standing with the menu opened by hand, a list still has all of its pages in view', async () => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await page.goto(`${app.origin}/admin/organization/consume_detail?businessDate=2020-01-01,2099-12-31`);
  const pager = page.locator('[data-current="true"]').getByRole('navigation', { name: '分页' });
  // Enough rows for pages to be left out between the first and the last.
  await pager.locator('.k-pages-gap').waitFor();
  await page.getByRole('button', { name: '展开菜单' }).tap();
  await expect.poll(() => page.locator('aside').evaluate((menu) => menu.getBoundingClientRect().width)).toBe(220);
  const cut = await pager.evaluate((bar) =>
    [...bar.querySelectorAll<HTMLElement>('*')]
      .filter((one) => one.offsetWidth > 0 && one.getBoundingClientRect().right > bar.getBoundingClientRect().right + 1)
      .map((one) => one.className || one.tagName),
  );
  expect(cut).toEqual([]);
  const total = await pager.locator('.k-pager-total').boundingBox();
  expect(total!.height).toBeLessThan(30);
});

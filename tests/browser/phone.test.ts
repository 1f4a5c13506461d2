/** One column at 390 px: a manager reads the home page, looks a person up, opens a record and a form, and decides about a refund. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium, listen, seriousFindings } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A fresh phone, signed in. */
async function phone(account: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  });
  page = await context.newPage();
  // The day of its server, not that of the run.
  await page.clock.setFixedTime(app.clock.now());
  page.setDefaultTimeout(30_000);
  complaints = listen(page);
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await shown().locator('main').waitFor();
}
beforeEach(async () => {
  await page?.context().close();
});

const shown = () => page.locator('[data-tab][data-current="true"]');
const cards = () => shown().locator('.k-cards li');

/** Nothing lies beside the one column, nothing is hidden from who cannot see, nothing complained. */
async function fits(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(
    await shown()
      .locator('main')
      .evaluate((main) => main.scrollWidth - main.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

it('goes from the home page through the menu to a person, a record and a form', async () => {
  await phone('school');
  await fits();
  // What waits leaves the day's figures in view; the rest of it is one press away.
  const waiting = shown().locator('.k-home-work > *');
  await waiting.first().waitFor();
  const listed = await waiting.count();
  expect((await shown().getByText('今日消费净额').boundingBox())!.y).toBeLessThan(800);
  await shown()
    .getByRole('button', { name: /^另有 \d+ 项$/ })
    .click();
  expect(await waiting.count()).toBeGreaterThan(listed);
  await page.getByRole('button', { name: '展开菜单' }).click();
  const menu = page.getByRole('complementary', { name: '侧边栏' });
  await menu.getByRole('button', { name: '人员卡务' }).click();
  await menu.getByRole('link', { name: '人员管理', exact: true }).click();
  await menu.waitFor({ state: 'hidden' });
  await cards().first().waitFor();
  await fits();

  const name = (await cards().nth(2).locator('a').first().innerText()).split('\n')[0]!;
  await shown().getByRole('textbox').first().fill(name);
  await shown().getByRole('button', { name: '查询', exact: true }).click();
  await expect
    .poll(() => cards().allInnerTexts())
    .toSatisfy((all: string[]) => all.every((text) => text.includes(name)));
  await cards().first().locator('a').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('基本信息').waitFor();
  expect(await drawer.evaluate((box) => box.getBoundingClientRect().width)).toBeLessThanOrEqual(390);
  // Its title is a line above its buttons.
  expect((await drawer.locator('.ant-drawer-title').boundingBox())!.height).toBeLessThan(50);
  await page.keyboard.press('Escape');

  await page.goto(`${app.origin}/admin/organization/user/form`);
  const input = shown().getByLabel('姓名');
  await input.waitFor();
  const box = (await input.boundingBox())!;
  expect(box.width).toBeGreaterThan(300);
  await fits();
});

it('a second person decides about a refund, told what it does', async () => {
  await phone('finance');
  await page.goto(`${app.origin}/admin/organization/refund`);
  const waiting = cards().filter({ hasText: '待审核' }).first();
  await waiting.waitFor();
  await fits();
  const person = await waiting.locator('a').first().innerText();
  await waiting.getByRole('button', { name: '审核', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain(person.split('\n')[0]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const before = await cards().filter({ hasText: '待审核' }).count();
  await dialog.getByRole('button').last().click();
  await expect.poll(() => cards().filter({ hasText: '待审核' }).count()).toBe(before - 1);
});

it('a report shows its sums, and a window made wide again shows its table', async () => {
  await phone('school');
  await page.goto(`${app.origin}/admin/organization/consume_summary`);
  await shown().locator('[data-part="totals"] [data-scope="all"]').first().waitFor();
  await fits();
  await page.setViewportSize({ width: 1280, height: 800 });
  await shown().locator('.ant-table-row').first().waitFor();
  expect(await cards().count()).toBe(0);
});

it('on a low screen what waits leaves the figures of the day in view', async () => {
  await phone('school');
  await page.setViewportSize({ width: 1280, height: 720 });
  const waiting = shown().locator('.k-home-work > *');
  const more = shown().getByRole('button', { name: /^另有 \d+ 项$/ });
  await more.waitFor();
  expect(await waiting.count()).toBe(13);
  expect(
    (await shown()
      .getByText(/账户余额合计$/)
      .boundingBox())!.y,
  ).toBeLessThan(400);
  await more.click();
  await expect.poll(() => waiting.count()).toBeGreaterThan(13);
});

it('the rows of a form stand under each other, each cell with its name', async () => {
  await phone('school');
  await page.goto(`${app.origin}/admin/organization/organization_food/form`);
  await shown().getByRole('button', { name: '添加一行' }).first().click();
  const rows = shown().locator('.kl-box').first();
  await rows.locator('[data-cell]').first().waitFor();
  expect(await rows.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  const name = await rows.locator('[data-cell]').first().getAttribute('data-label');
  expect(name).toMatch(/^\* /);
  await fits();
});

it('the steps of a batch leave what is asked in view', async () => {
  await phone('school');
  await page.goto(`${app.origin}/admin/organization/correct/batch/form`);
  await shown().getByText('1/6 选择').waitFor();
  const first = shown().locator('.k-item').first();
  await first.waitFor();
  expect((await first.boundingBox())!.y).toBeLessThan(250);
});

it('a week of meals, permissions, checks before work, nutrition and closed months stand in the one column', async () => {
  await phone('school');
  /** Boxes that can be pushed sideways, as wide as the page: what is in them is out of view. */
  const sideways = () =>
    shown().evaluate((tab) =>
      [...tab.querySelectorAll('*')]
        .filter((e) => e.clientWidth > 200 && e.scrollWidth > e.clientWidth + 1)
        .filter((e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
        .map((e) => `${e.className} ${e.scrollWidth}/${e.clientWidth}`),
    );
  for (const [path, seen] of [
    ['manual_report_meal_v2', '.rm-grid tbody [data-row]'],
    ['cook_user/permissions', '.kc-grid tbody tr'],
    ['morning_check', '.kc'],
    ['nourishment', '.nu-panel, .k-muted'],
    ['month_close', '.cl'],
  ] as const) {
    await page.goto(`${app.origin}/admin/organization/${path}`);
    await shown().locator(seen).first().waitFor();
    expect([path, await sideways()]).toEqual([path, []]);
    await fits();
  }
});

it('one day of the meals at a time: another is a press away, a name ticks that day alone', async () => {
  await phone('school');
  await page.goto(`${app.origin}/admin/organization/manual_report_meal_v2`);
  const days = shown().getByLabel('哪一天');
  await days.waitFor();
  const heads = shown().locator('.rm-grid thead th.rm-day[scope="colgroup"]');
  expect(await heads.count()).toBe(1);
  const before = await heads.innerText();
  await days.locator('.ant-segmented-item:not(.ant-segmented-item-selected)').first().click();
  await expect.poll(() => heads.innerText()).not.toBe(before);
  expect(await heads.count()).toBe(1);
});

it('a saved view is opened on a phone', async () => {
  await phone('school');
  await page.goto(`${app.origin}/admin/organization/consume`);
  await cards().first().waitFor();
  await shown().getByRole('button', { name: '常用查询' }).click();
  await page.getByPlaceholder('给当前条件起个名字').fill('今天的流水');
  await page
    .locator('.k-views')
    .getByRole('button', { name: '保 存' })
    .or(page.locator('.k-views').getByRole('button', { name: '保存' }))
    .click();
  await page.getByText('已保存为常用查询').waitFor();
  await page.locator('.k-views').getByRole('button', { name: '今天的流水', exact: true }).click();
  await page.locator('.k-views').waitFor({ state: 'hidden' });
  await fits();
});

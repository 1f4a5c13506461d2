/** The shell over the real server: every kind of account, the twelve calls as the product spec writes them, sign-out. */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { arriveAt, launchChromium, seriousFindings } from './shell-support.ts';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function signIn(account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('[data-tab][data-current="true"] main').waitFor();
  return page;
}

it('what the home page needs is 300 kB of script at most, and nothing of lists', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  const bytes = new Map<string, number>();
  page.on('response', async (answer) => {
    if (answer.url().endsWith('.js')) bytes.set(answer.url(), gzipSync(await answer.body()).length);
  });
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill('school');
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('[data-tab][data-current="true"] main canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect([...bytes.keys()].filter((url) => /\/list-[^/]*\.js$/.test(url))).toEqual([]);
  expect([...bytes.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(300_000);
  await context.close();
});

it.each([
  ['a list', 'user'],
  ['a report with totals, an identity and a chart', 'department_consume_summary'],
])('%s has twelve rows in view at 1280 × 720 and sixteen at 1440 × 900', async (_, name) => {
  const page = await signIn('school');
  await page.goto(`${app.origin}/admin/organization/${name}`);
  const tab = page.locator('[data-current="true"]');
  const box = tab.locator('.k-table-box');
  await box.locator('.ant-table-row').first().waitFor();
  // As many as there is room for, whether or not there are so many.
  const whole = () =>
    box.evaluate((element) => {
      const totals = element.querySelector('.ant-table-summary');
      const end = totals ? totals.getBoundingClientRect().top : element.getBoundingClientRect().bottom;
      const { top, height } = element.querySelector('.ant-table-row')!.getBoundingClientRect();
      return Math.floor((end - top + 1) / height);
    });
  await expect.poll(whole).toBeGreaterThanOrEqual(16);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(whole).toBeGreaterThanOrEqual(12);
  if (name === 'department_consume_summary') {
    await tab.locator('[data-part="totals"]').waitFor();
    await tab.locator('[data-part="check"][data-ok="true"]').waitFor();
    await tab.getByRole('button', { name: '展开图表' }).click();
    await tab.getByRole('img', { name: /图表/ }).waitFor();
  }
  await page.context().close();
});

it('dark looks and the height of rows belong to the account: chosen once, they hold on every page and machine', async () => {
  const page = await signIn('company');
  const html = page.locator('html');
  await expect.poll(() => html.getAttribute('data-theme')).toBe('light');
  await page.getByRole('button', { name: '外观 跟随系统' }).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/looks_save'));
  await page.getByRole('menuitem', { name: '深色' }).click();
  await kept;
  expect(await html.getAttribute('data-theme')).toBe('dark');
  await page.goto(`${app.origin}/admin/organization/consume_detail`);
  const box = page.locator('[data-current="true"] .k-table-box');
  await box.and(page.locator('.k-density-small')).waitFor();
  await page.locator('[data-current="true"]').getByRole('button', { name: '行高' }).click();
  const again = page.waitForResponse((answer) => answer.url().endsWith('/looks_save'));
  await page.getByRole('menuitem', { name: '宽松' }).click();
  await again;
  await page.context().close();
  // Somewhere else, where nothing is remembered.
  const other = await signIn('company');
  await expect.poll(() => other.locator('html').getAttribute('data-theme')).toBe('dark');
  await other.goto(`${app.origin}/admin/organization/department`);
  await other.locator('[data-current="true"] .k-table-box.k-density-large').waitFor();
  await other.context().close();
});

const asJson = (token: string, body: unknown = {}) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
});
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe.each([
  ['super', false],
  ['platform', true],
  ['agent', true],
  ['contractor', true],
  ['school', true],
  ['company', true],
])('%s', (account, typed) => {
  it('comes to its home page with its menus, its user menu and no serious findings', async () => {
    const page = await signIn(account);
    const tabs = page.getByRole('tablist', { name: '已打开页面' }).getByRole('tab');
    expect(await tabs.count()).toBe(1);
    if (account === 'contractor') {
      // The demo's shop has a bill due within the week: its notice stands before everything else.
      const notice = page.getByRole('dialog', { name: '订阅账单提醒' });
      await notice.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await notice.getByRole('button', { name: '稍后处理' }).click();
      await notice.waitFor({ state: 'hidden' });
    }
    const home = await page.locator('[data-current="true"] main').getAttribute('data-page');
    expect(new URL(page.url()).pathname).toBe(home);
    expect(await page.getByRole('navigation', { name: '主导航' }).locator('[aria-current]').count()).toBe(1);
    expect(await page.getByRole('contentinfo').textContent()).toContain('版本 1.0.0');
    await page.getByRole('button', { name: /用户菜单/ }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(
      typed ? ['切换身份', '修改密码', '个人信息', '退出'] : ['退出'],
    );
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: /待办任务/ }).count()).toBe(
      account === 'school' || account === 'company' ? 1 : 0,
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });
});

describe('the calls of the spec', () => {
  it('answer in their exact shapes', async () => {
    const token = await app.login('school');
    const post = async (path: string, body?: unknown) => (await app.request('POST', path, asJson(token, body))).body;
    const get = async (path: string) => (await app.request('GET', path, bearer(token))).body;

    const info = await post('/api/admin/get_admin_info_in_session');
    expect(info).toMatchObject({ errorcode: 0, data: { belong: { type: 'ORGANIZATION' }, menus: expect.any(Array) } });
    expect(await get('/api/admin/agent/employee/display_role')).toMatchObject({ data: { name: expect.any(String) } });
    expect(await post('/api/admin/platform/employee/get_session')).toMatchObject({
      session: { admin: { id: expect.any(Number) } },
    });
    const identities = (await get('/api/admin/agent/employee/switch_identity')).obj as Record<string, unknown>[];
    expect(identities[0]).toEqual({
      id: expect.any(Number),
      type: 'ORGANIZATION',
      label: expect.any(String),
      name: expect.any(String),
    });
    expect(await post('/api/admin/organization/user/mission_query')).toMatchObject({
      total: {
        ExceptionMission: expect.any(Number),
        OrderMission: expect.any(Number),
        waitRepairCardMission: expect.any(Number),
        AlertMission: expect.any(Number),
      },
    });
    expect(await get('/api/admin/common/excel_mission_query')).toMatchObject({ data: expect.any(Number) });
    expect(await get('/api/admin/common/get_excel_missiontable')).toMatchObject({
      errorcode: 0,
      data: expect.any(Array),
    });
    expect(await post('/api/admin/common/download_excel', { id: 1 })).toHaveProperty('errorcode');
    expect(await post('/api/admin/contractor/supermarket/subscribe_order/get_info')).toMatchObject({ errorcode: 0 });
    const [identity] = identities;
    const switched = await get(`/api/admin/agent/employee/Change_user_token?id=${identity?.id}&type=${identity?.type}`);
    expect(switched).toMatchObject({ errorcode: 0, token: expect.any(String) });
    const fresh = bearer(String(switched.token));
    expect((await app.request('GET', '/api/admin/logout', fresh)).body).toMatchObject({ errorcode: 0 });
    const after = await app.request('POST', '/api/admin/get_admin_info_in_session', fresh);
    expect(after).toMatchObject({ status: 401, body: { errorcode: 1001 } });
  });
});

describe('a session', () => {
  it('ends on the server when an idle one is logged out', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${app.origin}/login`);
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill(demoPassword);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.locator('[data-tab][data-current="true"] main').waitFor();
    const token = (await page.evaluate(() => localStorage.getItem('onecard.token'))) ?? '';
    expect((await app.request('POST', '/api/admin/get_admin_info_in_session', asJson(token))).status).toBe(200);
    await page.clock.fastForward(30 * 60_000 + 10_000);
    await page.getByText('您已超过 30 分钟没有操作').waitFor();
    await page.clock.runFor(31_000);
    await arriveAt(page, '/login');
    expect((await app.request('POST', '/api/admin/get_admin_info_in_session', asJson(token))).status).toBe(401);
    await context.close();
  });

  /** A page of the school's; what it prints stays in it to be looked at. */
  async function printing(path: string): Promise<Page> {
    const page = await signIn('school');
    await page.goto(`${app.origin}/admin/organization/${path}`);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    return page;
  }

  it('prints every row of the filter with unit, totals, identity and who made it, however many pages the list has', async () => {
    const page = await printing('account_balance');
    const list = page.locator('[data-current="true"] main[data-page="/admin/organization/account_balance"]');
    await list.locator('[data-part="totals"]').waitFor();
    const total = Number((/共\s*([\d,]+)/.exec((await list.textContent()) ?? '')?.[1] ?? '').replaceAll(',', ''));
    expect(total).toBeGreaterThan(20);
    await list.getByRole('button', { name: '打印', exact: true }).click();
    await page.locator('body[data-printed="yes"]').waitFor();
    const sheet = page.locator('.k-print-root .k-sheet');
    expect(await sheet.locator('tbody tr').count()).toBe(total);
    expect(await sheet.locator('tfoot tr').count()).toBe(1);
    expect(await sheet.textContent()).toContain('制表：');
    const identity = (await list.locator('[data-part="check"] span').last().textContent())!;
    expect(identity).toContain(' = ');
    expect(await sheet.textContent()).toContain(identity);
    expect(await page.locator('.k-print-unit').textContent()).toContain('学');
    expect(await page.locator('.k-print-root style').textContent()).toContain('counter(pages)');
    await page.context().close();
  });

  it('prints the reports of a day as one document, each a sheet of its own with its totals', async () => {
    const page = await printing('month_close');
    const tab = page.locator('[data-current="true"]');
    await tab.getByRole('button', { name: '打印日报' }).click();
    await page.locator('body[data-printed="yes"]').waitFor();
    const sheets = page.locator('.k-print-root .k-sheet');
    expect(await sheets.locator('h1').allTextContents()).toEqual([
      '每日收入汇总',
      '每日充值汇总',
      '操作员现金汇总',
      '消费汇总（餐次）',
      '消费汇总（餐厅）',
      '部门消费汇总',
      '设备日数据',
    ]);
    const day = await tab.getByLabel('日报日期').inputValue();
    for (const text of await sheets.locator('h1 + p').allTextContents()) expect(text).toContain(`：${day}　共`);
    const [byMeal, byRestaurant] = await Promise.all([3, 4].map((i) => sheets.nth(i).locator('tfoot').textContent()));
    expect(byMeal).toMatch(/合计.*\d/);
    expect(byRestaurant).toMatch(/合计.*\d/);
    // Wide tables lie across, the others stand, in one document.
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const across = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => Number(w) > Number(h));
    expect(across).toContain(true);
    expect(across).toContain(false);
    await page.context().close();
  });

  it('hands a small export over as soon as it is written, and keeps it in the centre', async () => {
    const page = await signIn('school');
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '消费管理' }).click();
    await page.getByRole('complementary').getByRole('link', { name: '消费明细', exact: true }).click();
    const list = page.locator('[data-current="true"] main[data-page="/admin/organization/consume_detail"]');
    const [given] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: '导出', exact: true }).click(),
    ]);
    expect(given.suggestedFilename()).toMatch(/消费明细.*\.xlsx$/);
    await page.getByText(/已下载 消费明细.*\.xlsx/).waitFor();
    await page.getByRole('button', { name: /导出中心/ }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: '下载' }).first().click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/消费明细.*\.xlsx$/);
    await page.context().close();
  });

  it('shows nothing of the former account after signing in as another', async () => {
    const page = await signIn('school');
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await page.getByRole('button', { name: '退出', exact: true }).click();
    await arriveAt(page, '/login');
    await page.getByLabel('账号').fill('company');
    await page.getByLabel('密码').fill(demoPassword);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.locator('[data-tab][data-current="true"] main').waitFor();
    expect(await page.getByRole('tab').count()).toBe(1);
    expect(await page.getByRole('banner').textContent()).not.toContain('学');
    await page.context().close();
  });
});

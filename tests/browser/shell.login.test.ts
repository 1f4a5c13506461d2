/** Signing in and the ways to and from it, in the browser. */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { arriveAt, type Stage, seriousFindings, startStage } from './shell-support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());
afterEach(() => {
  stage.state.mustChangePassword = false;
  stage.state.wantsCode = false;
});

describe('the sign-in page', () => {
  it('is small: at most 10 requests and 80 kB of script, without the component library', async () => {
    const { page, context, complaints } = await stage.open();
    let requests = 0;
    let scriptBytes = 0;
    page.on('response', async (answer) => {
      requests += 1;
      if (answer.url().endsWith('.js')) scriptBytes += gzipSync(await answer.body()).length;
    });
    await page.goto(`${stage.base}/login`);
    await page.getByLabel('账号').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests).toBeLessThanOrEqual(10);
    expect(scriptBytes).toBeLessThanOrEqual(80_000);
    expect(await page.title()).toBe('智慧一卡通服务平台');
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says what is wrong and keeps what was typed', async () => {
    const { page, context } = await stage.open();
    await page.goto(`${stage.base}/login`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('请输入账号');
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('账号或密码不正确');
    expect(await page.getByLabel('账号').inputValue()).toBe('school');
    await context.close();
  });

  it('asks for the one-time code when the account wants it', async () => {
    stage.state.wantsCode = true;
    const { page, context } = await stage.open();
    await page.goto(`${stage.base}/login`);
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill('right');
    await page.keyboard.press('Enter');
    await page.getByLabel('动态口令').fill('123456');
    await page.keyboard.press('Enter');
    await page.locator('[data-current="true"] main').waitFor();
    await context.close();
  });

  it('lets nobody in before a first password is changed, not even after F5', async () => {
    stage.state.mustChangePassword = true;
    const { page, context } = await stage.open();
    await page.goto(`${stage.base}/login`);
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill('right');
    await page.keyboard.press('Enter');
    await page.getByLabel('新密码', { exact: true }).waitFor();
    await page.goto(`${stage.base}/admin/organization/meal`);
    await page.getByLabel('原密码').fill('right');
    await page.getByLabel('新密码', { exact: true }).fill('short');
    await page.getByLabel('确认新密码').fill('short');
    await page.keyboard.press('Enter');
    await page.getByText('至少 8 个字符').waitFor();
    await page.getByLabel('新密码', { exact: true }).fill('long-enough-9');
    await page.getByLabel('确认新密码').fill('long-enough-9');
    await page.keyboard.press('Enter');
    await page.locator('main[data-page="/admin/organization/meal"]').waitFor();
    await context.close();
  });
});

describe('the way in', () => {
  it('leads from / to /login without a session and home with one', async () => {
    const { page, context } = await stage.open();
    await page.goto(stage.base);
    await arriveAt(page, '/login');
    await stage.enter(page);
    await page.goto(stage.base);
    await page.waitForURL('**/admin/organization/home');
    await context.close();
  });

  it('comes back to the page that was asked for', async () => {
    const { page, context } = await stage.open();
    await stage.enter(page, '/admin/organization/meal');
    expect(new URL(page.url()).pathname).toBe('/admin/organization/meal');
    await context.close();
  });

  it('drops the token on 401 and goes to /login', async () => {
    const { page, context } = await stage.open();
    await stage.enter(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => localStorage.setItem('onecard.token', 'stale'));
    // Whatever asks next meets the refusal: this button, or a poll that came before it and took the button away.
    const asked = page.getByRole('button', { name: '导出中心' }).click({ timeout: 5_000 });
    await Promise.all([page.waitForURL('**/login**'), asked.catch(() => undefined)]);
    expect(await page.evaluate(() => localStorage.getItem('onecard.token'))).toBeNull();
    await context.close();
  });

  it('shows the 404 page with its words and a way home for a path outside the console', async () => {
    const { page, context } = await stage.open();
    await page.goto(`${stage.base}/nowhere`);
    await page.getByText('This page could not be found').waitFor();
    await page.getByRole('link', { name: '返回首页' }).click();
    await arriveAt(page, '/login');
    await context.close();
  });

  it('leads an account without menus to /not-core', async () => {
    const menus = stage.state.admin.menus;
    stage.state.admin = { ...stage.state.admin, menus: [] };
    const { page, context } = await stage.open();
    await page.goto(`${stage.base}/login`);
    await page.getByLabel('账号').fill('school');
    await page.getByLabel('密码').fill('right');
    await page.keyboard.press('Enter');
    await page.locator('main[data-page="/not-core"]').waitFor();
    stage.state.admin = { ...stage.state.admin, menus };
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });
});

describe('the way out', () => {
  it('signs out to /login and forgets the tabs, in every window', async () => {
    const { page, context } = await stage.open();
    await stage.enter(page);
    const other = await context.newPage();
    await other.goto(`${stage.base}/admin/organization/meal`);
    await other.locator('main[data-page="/admin/organization/meal"]').waitFor();
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await page.getByRole('button', { name: '退出', exact: true }).click();
    await arriveAt(page, '/login');
    await arriveAt(other, '/login');
    expect(await page.evaluate(() => sessionStorage.getItem('onecard.tabs'))).toBeNull();
    expect(await page.evaluate(() => sessionStorage.getItem('onecard.tabState'))).toBeNull();
    await context.close();
  });
});

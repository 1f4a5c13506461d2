/** What runs beside the pages: reminders, idle logout, notices, identities, exports, keys (product spec §3–§9). */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Menu } from '../../src/kit/console/session/admin.ts';
import { sampleAdmin } from '../../src/kit/console/testing/fake-server.ts';
import { arriveAt, type Stage, seriousFindings, startStage } from './shell-support.ts';

let stage: Stage;
let page: Page;
let context: BrowserContext;

const started = Date.parse('2026-03-10T10:00:00+08:00');
const minutes = (count: number) => count * 60_000;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  Object.assign(stage.state, {
    admin: sampleAdmin(),
    tasks: { ExceptionMission: 0, OrderMission: 0, waitRepairCardMission: 0, AlertMission: 0 },
    exports: 0,
    exportTasks: [],
    notice: null,
  });
  stage.calls.length = 0;
  ({ page, context } = await stage.open());
});
afterEach(() => context.close());

const polls = () => stage.calls.filter((c) => c === 'POST /admin/organization/user/mission_query').length;

describe('task reminders', () => {
  it('show counts, say news once, and come every five minutes', async () => {
    await page.clock.install({ time: started });
    stage.state.tasks = { ExceptionMission: 1, OrderMission: 2, waitRepairCardMission: 0, AlertMission: 0 };
    await stage.enter(page);
    await page.getByText('您有新的任务，请查看').waitFor();
    await page.getByRole('button', { name: '待办任务 3' }).click();
    expect(await page.locator('[data-task="OrderMission"]').textContent()).toBe('2');
    await page.keyboard.press('Escape');
    expect(polls()).toBe(1);
    stage.state.exports = 1;
    await page.clock.fastForward(minutes(5));
    await page.getByText('新的导出任务已完成').waitFor();
    expect(polls()).toBe(2);
    const finished = {
      id: 5,
      filename: '充值明细.xlsx',
      createdAt: '2026-03-10T10:01:00+08:00',
      delAt: '2026-03-17T10:01:00+08:00',
      finish: true,
      dowmloadUrl: null,
    };
    stage.state.exportTasks = [finished];
    await page.getByRole('button', { name: '导出中心 1' }).click();
    await page.locator('[data-export="5"]').waitFor();
    await page.getByRole('button', { name: '导出中心', exact: true }).waitFor();
  });

  it('lead to what they count', async () => {
    stage.state.tasks = { ExceptionMission: 1, OrderMission: 0, waitRepairCardMission: 4, AlertMission: 0 };
    await stage.enter(page);
    const lines = [
      ['用户上报异常', '/admin/organization/correct', 'REPORTED,PENDING_AUDIT'],
      ['待处理补卡', '/admin/organization/wait_repair_card_detail', 'PENDING'],
    ] as const;
    for (const [label, path, status] of lines) {
      await page.getByRole('button', { name: '待办任务 5' }).click();
      await page.getByRole('menuitem', { name: label }).click();
      await page.waitForURL((url) => url.pathname === path);
      expect(new URL(page.url()).searchParams.get('status')).toBe(status);
      await page.locator(`[data-current="true"] main[data-page="${path}"]`).waitFor();
    }
  });

  it('are for organization accounts only', async () => {
    stage.state.admin = {
      ...sampleAdmin(),
      type: 'CONTRACTOR',
      belong: { id: 5, type: 'CONTRACTOR', name: '味佳餐饮' },
    };
    await stage.enter(page);
    await page.getByRole('button', { name: '导出中心' }).waitFor();
    expect(await page.getByRole('button', { name: /待办任务/ }).count()).toBe(0);
    expect(polls()).toBe(0);
    expect(stage.calls).not.toContain('GET /admin/common/excel_mission_query');
  });
});

describe('idle logout', () => {
  const question = () => page.getByText('您已超过 30 分钟没有操作');

  it('asks after 30 minutes without a click; cancelling stays', async () => {
    await page.clock.install({ time: started });
    await stage.enter(page);
    await page.clock.runFor(minutes(29));
    expect(await question().count()).toBe(0);
    await page.keyboard.press('a');
    await page.clock.runFor(minutes(1) + 10_000);
    await question().waitFor();
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await page.getByText('已取消退出').waitFor();
    await page.clock.runFor(minutes(29));
    expect(await question().count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/admin/organization/home');
  });

  it('counts clicks of other windows and logs out 30 s after asking', async () => {
    await page.clock.install({ time: started });
    await stage.enter(page);
    await page.clock.runFor(minutes(20));
    await page.evaluate((at) => localStorage.setItem('onecard.lastClick', String(at)), started + minutes(20));
    await page.clock.runFor(minutes(20));
    expect(await question().count()).toBe(0);
    await page.clock.runFor(minutes(10) + 10_000);
    await question().waitFor();
    await page.clock.runFor(31_000);
    await arriveAt(page, '/login');
    expect(stage.calls).toContain('GET /admin/logout');
  });
});

describe('what is said above a page', () => {
  it('appears and goes while somebody works, without signing in anew', async () => {
    await page.clock.install({ time: started });
    await stage.enter(page);
    const strip = page.locator('[data-part="warning"]');
    const say = (warning?: string) => {
      const everywhere = (menus: readonly Menu[]): Menu[] =>
        menus.map(({ warning: _, ...menu }) => ({
          ...menu,
          ...(warning && { warning }),
          ...(menu.children && { children: everywhere(menu.children) }),
        }));
      const { admin } = stage.state;
      stage.state.admin = { ...admin, menus: everywhere(admin.menus) };
    };
    say('「一卡通基础服务」还有 7 天到期');
    await page.clock.fastForward(minutes(5));
    await strip.waitFor();
    expect(await strip.textContent()).toBe('「一卡通基础服务」还有 7 天到期');
    say();
    await page.clock.fastForward(minutes(1));
    await strip.waitFor({ state: 'detached' });
  });
});

describe('the subscription notice', () => {
  const notice = (nextTradeTime: string, amount: number) => ({
    contractor: { name: '味佳餐饮' },
    name: '商超服务',
    subscribeType: 'MONTHLY',
    serviceFeeRatio: 0.0125,
    orderCalcStartTime: '2026-02-01 00:00:00',
    orderCalcEndTime: '2026-02-28 23:59:59',
    amount,
    nextTradeTime,
    orderid: 88,
  });

  const facts = () => page.locator('[data-part="subscription"]');
  /** Does `load`, and waits until the notice it asked for has come and had its time to open. */
  const asked = async (load: () => Promise<unknown>): Promise<void> => {
    const [answer] = await Promise.all([page.waitForResponse('**/subscribe_order/get_info'), load()]);
    await answer.finished();
    await page.locator('[data-current="true"] main').waitFor();
    await page.waitForTimeout(300);
  };

  it('opens within ten days of the deadline and leads to the settlement page', async () => {
    await page.clock.install({ time: started });
    stage.state.notice = notice('2026-03-18 00:00:00', 1234.5);
    await stage.enter(page);
    await facts().waitFor();
    expect(await facts().textContent()).toContain('1.25%');
    expect(await facts().textContent()).toContain('1,234.50');
    await page.getByRole('button', { name: '去结算' }).click();
    await page.waitForURL('**/admin/contractor/supermarket/subscribe_order?orderid=88');
  });

  it('stays closed with an amount of 0 or a deadline further away', async () => {
    await page.clock.install({ time: started });
    stage.state.notice = notice('2026-03-18 00:00:00', 0);
    await asked(() => stage.enter(page));
    expect(await facts().count()).toBe(0);
    stage.state.notice = notice('2026-03-21 00:00:00', 10);
    await asked(() => page.reload());
    expect(await facts().count()).toBe(0);
  });

  it('is told once a day: answered, it stays closed over page loads until tomorrow or the next sign-in', async () => {
    await page.clock.install({ time: started });
    stage.state.notice = notice('2026-03-18 00:00:00', 1234.5);
    const opens = async (): Promise<void> => {
      await asked(() => page.reload());
      await facts().waitFor();
    };
    const staysClosed = async (): Promise<void> => {
      await asked(() => page.reload());
      expect(await facts().count()).toBe(0);
    };
    const answer = () => page.getByRole('button', { name: '稍后处理' }).click();
    await stage.enter(page);
    await facts().waitFor();
    // Not answered yet.
    await opens();
    await answer();
    await staysClosed();
    await page.clock.setSystemTime(started + 86_400_000);
    await opens();
    await answer();
    await staysClosed();
    await page.evaluate(() => localStorage.removeItem('onecard.noticed'));
    await opens();
  });
});

describe('the user menu', () => {
  const items = () => page.getByRole('menuitem').allTextContents();

  it('switches identity: new token, no tab of the former one', async () => {
    await stage.enter(page, '/admin/organization/meal');
    const before = await page.evaluate(() => localStorage.getItem('onecard.token'));
    await page.getByRole('button', { name: /用户菜单/ }).click();
    expect(await items()).toEqual(['切换身份', '修改密码', '个人信息', '退出']);
    await page.getByRole('menuitem', { name: '切换身份' }).click();
    await page.getByRole('button', { name: /味佳餐饮/ }).click();
    await page.getByRole('button', { name: /陈志强.*用户菜单/ }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('onecard.token'))).not.toBe(before);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['首页']);
    expect(stage.calls).toContain('GET /admin/agent/employee/Change_user_token?id=9&type=CONTRACTOR');
  });

  it('offers the super administrator only 退出', async () => {
    stage.state.admin = { ...sampleAdmin(), id: 1, name: 'root', type: null, belong: null };
    await stage.enter(page);
    await page.getByRole('button', { name: /用户菜单/ }).click();
    expect(await items()).toEqual(['退出']);
    expect(stage.calls).not.toContain('GET /admin/agent/employee/display_role');
  });
});

describe('the export centre', () => {
  it('downloads finished tasks only and says how long files are kept', async () => {
    await page.clock.install({ time: started });
    const task = (id: number, filename: string, part: object) => ({
      id,
      filename,
      createdAt: '2026-03-10T09:58:00+08:00',
      delAt: '2026-03-13T12:00:00+08:00',
      finish: false,
      dowmloadUrl: null,
      status: 'RUNNING',
      progress: 40,
      error: null,
      ...part,
    });
    stage.state.exportTasks = [
      task(1, '消费明细.xlsx', { finish: true, status: 'FINISHED', dowmloadUrl: '/files/export/1' }),
      task(2, '人员.xlsx', {}),
    ];
    await stage.enter(page);
    await page.getByRole('button', { name: '导出中心' }).click();
    const finished = page.locator('[data-export="1"]');
    await finished.getByText('3 天后过期').waitFor();
    const running = page.locator('[data-export="2"]');
    await running.getByRole('button', { name: '取消' }).click();
    await running.getByText('已取消').waitFor();
    await running.getByRole('button', { name: '重新生成' }).click();
    await running.getByRole('progressbar').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      finished.getByRole('button', { name: '下载' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('消费明细.xlsx');
    expect(stage.calls).toContain('POST /admin/common/download_excel');
  });
});

describe('keys and strips', () => {
  it('find pages and people with Ctrl+K', async () => {
    await stage.enter(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /查找/ }).fill('餐次');
    await page.getByRole('option', { name: /餐次小明/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/organization/meal');
  });

  it('keep every letter typed after Ctrl+K, however slow the rest is to come, and open what was typed, not what showed', async () => {
    await page.route('**/palette-*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.route('**/admin/common/palette', async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    await stage.enter(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('20230117');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/organization/user?keyword=20230117');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // A window enlarged to twice its size shows the last of what it found.
    await page.setViewportSize({ width: 640, height: 360 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('a');
    await page.keyboard.press('ArrowUp');
    expect(
      await page.locator('.oc-palette-list').evaluate((list) => list.getBoundingClientRect().bottom),
    ).toBeLessThanOrEqual(360);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('meal');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/organization/meal');
  });

  it('give the focus back where it was when the palette is put away', async () => {
    await stage.enter(page);
    const search = page.getByRole('button', { name: /查找页面、人员、交易/ });
    await search.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a');
    expect(await page.getByRole('combobox', { name: /查找/ }).inputValue()).toBe('a');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => search.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('show the keys with ?', async () => {
    await stage.enter(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '键盘操作' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('say when the connection is gone', async () => {
    await stage.enter(page);
    await context.setOffline(true);
    await page.locator('[data-part="offline"]').waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.locator('[data-part="offline"]').count()).toBe(0);
  });

  it('say when a new version is served', async () => {
    await page.clock.install({ time: started });
    await stage.enter(page);
    await page.route(`${stage.base}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-new.js"></script>' }),
    );
    await page.clock.fastForward(minutes(5));
    await page.locator('[data-part="new-version"]').waitFor();
  });
});

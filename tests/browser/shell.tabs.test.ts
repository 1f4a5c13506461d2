/** Menus, tabs and pages of the shell, in the browser (product spec §2–§4, §8). */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stage, seriousFindings, startStage } from './shell-support.ts';

let stage: Stage;
let page: Page;
let context: BrowserContext;
let complaints: string[];

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  ({ page, context, complaints } = await stage.open());
  await stage.enter(page);
});
afterEach(() => context.close());

const strip = () => page.getByRole('tablist', { name: '已打开页面' });
const titles = () => strip().getByRole('tab').allTextContents();
const currentPage = () => page.locator('[data-tab][data-current="true"] main');
const openPage = async (top: string, name: string) => {
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: top }).click();
  await page.getByRole('complementary').getByRole('link', { name, exact: true }).click();
};
const closeOf = (name: string) => strip().getByRole('tab', { name, exact: true }).locator('[data-part="tab-close"]');
const tabMenu = async (tab: string, item: string) => {
  await strip().getByRole('tab', { name: tab, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

describe('the frame', () => {
  it('has the sizes of the spec and folds its menu', async () => {
    const box = async (selector: string) => page.locator(selector).boundingBox();
    expect((await box('.oc-aside'))?.width).toBe(220);
    expect((await box('.oc-topbar'))?.height).toBe(60);
    expect((await box('.oc-tabbar'))?.height).toBe(40);
    expect((await box('.oc-footer'))?.height).toBe(30);
    await page.getByRole('button', { name: '收起菜单' }).click();
    expect((await box('.oc-aside'))?.width).toBe(64);
    expect(await page.getByRole('contentinfo').textContent()).toContain('版本 1.0.0');
  });

  it('shows NORMAL menus only and marks the top item of the current path', async () => {
    const top = page.getByRole('navigation', { name: '主导航' });
    expect(await top.locator('[aria-current]').textContent()).toBe('首页');
    await openPage('消费管理', '餐次');
    expect(await top.locator('[aria-current]').textContent()).toBe('消费管理');
    expect(await page.getByRole('complementary').getByText('停用的页面').count()).toBe(0);
    expect(await page.getByRole('complementary').locator('[aria-current="page"]').textContent()).toBe('餐次');
    expect(await page.getByRole('navigation', { name: '面包屑' }).getByRole('listitem').allTextContents()).toEqual([
      '消费管理',
      '消费设置',
      '餐次',
    ]);
  });

  it('passes axe and keeps the console clean, open and folded', async () => {
    await openPage('消费管理', '餐次');
    await currentPage().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '收起菜单' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('tabs', () => {
  it('open once, activate when open, close to the previous one', async () => {
    await openPage('消费管理', '餐次');
    await openPage('消费管理', '部署点');
    await openPage('消费管理', '餐次');
    expect(await titles()).toEqual(['首页', '餐次', '部署点']);
    await strip().getByRole('tab', { name: '部署点' }).click();
    await closeOf('部署点').click();
    expect(await titles()).toEqual(['首页', '餐次']);
    expect(await currentPage().getAttribute('data-page')).toBe('/admin/organization/meal');
    expect(new URL(page.url()).pathname).toBe('/admin/organization/meal');
    expect(await closeOf('首页').count()).toBe(0);
  });

  it('keep the state of a hidden page and follow back and forward', async () => {
    await openPage('消费管理', '餐厅/档口');
    await currentPage().getByLabel('名称/负责人').fill('一楼');
    await openPage('消费管理', '餐次');
    await page.goBack();
    await expect.poll(() => currentPage().getAttribute('data-page')).toBe('/admin/organization/restaurant');
    expect(await currentPage().getByLabel('名称/负责人').inputValue()).toBe('一楼');
    await page.goForward();
    await expect.poll(() => currentPage().getAttribute('data-page')).toBe('/admin/organization/meal');
  });

  it('survive F5', async () => {
    await openPage('消费管理', '餐次');
    await openPage('消费管理', '部署点');
    await page.reload();
    await currentPage().waitFor();
    expect(await titles()).toEqual(['首页', '餐次', '部署点']);
    expect(await currentPage().getAttribute('data-page')).toBe('/admin/organization/deploy_site');
  });

  it('have a menu: close others, left, right, all, reopen', async () => {
    for (const name of ['餐次', '部署点', '餐厅/档口']) await openPage('消费管理', name);
    await tabMenu('部署点', '关闭右侧');
    expect(await titles()).toEqual(['首页', '餐次', '部署点']);
    await tabMenu('部署点', '关闭左侧');
    expect(await titles()).toEqual(['首页', '部署点']);
    await tabMenu('首页', '重新打开刚关闭的');
    expect(await titles()).toEqual(['首页', '部署点', '餐次']);
    await tabMenu('餐次', '关闭其他');
    expect(await titles()).toEqual(['首页', '餐次']);
    await tabMenu('餐次', '关闭全部');
    expect(await titles()).toEqual(['首页']);
  });

  it('show a dot for unsaved input and ask before closing', async () => {
    await openPage('消费管理', '餐厅/档口');
    await currentPage().getByRole('button', { name: '新增' }).click();
    await expect.poll(() => currentPage().getAttribute('data-page')).toBe('/admin/organization/restaurant/form');
    // An address is offered from the map; where no map is set up, the form says so.
    expect(await currentPage().getByRole('button', { name: '地图选点' }).isDisabled()).toBe(true);
    await currentPage().getByText('未配置地图服务，请直接填写地址').waitFor();
    await currentPage().getByLabel('名称').first().fill('三楼');
    const tab = strip().getByRole('tab', { name: '新增 · 餐厅/档口（未保存）' });
    await tab.waitFor();
    await tab.locator('[data-part="tab-close"]').click();
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    expect(await titles()).toHaveLength(3);
    await tab.locator('[data-part="tab-close"]').click();
    await page.getByRole('button', { name: '放弃并关闭' }).click();
    await expect.poll(titles).toEqual(['首页', '餐厅/档口']);
  });

  it('keep at most eight pages mounted', async () => {
    const names: [string, string][] = [
      ['消费管理', '餐次'],
      ['消费管理', '部署点'],
      ['消费管理', '餐厅/档口'],
      ['消费管理', '定值设置'],
      ['消费管理', '消费记录'],
      ['消费管理', '消费明细'],
      ['人员卡务', '部门'],
      ['人员卡务', '人员类别'],
      ['资金账户', '充值'],
    ];
    for (const [top, name] of names) await openPage(top, name);
    expect(await titles()).toHaveLength(10);
    expect(await page.locator('[data-tab]').count()).toBe(8);
  });

  it('work by keyboard', async () => {
    await openPage('消费管理', '餐次');
    await strip().getByRole('tab', { name: '餐次' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await currentPage().getAttribute('data-page')).toBe('/admin/organization/home');
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    expect(await titles()).toEqual(['首页']);
  });

  it('open an unknown path as 新窗口 with the 404 page, not cached', async () => {
    await page.goto(`${stage.base}/admin/organization/no_such_page`);
    await page.getByText('This page could not be found').waitFor();
    expect(await titles()).toEqual(['首页', '新窗口']);
    await currentPage().getByRole('link', { name: '返回首页' }).click();
    expect(await currentPage().getAttribute('data-page')).toBe('/admin/organization/home');
    expect(await page.locator('[data-tab="/admin/organization/no_such_page"]').count()).toBe(0);
  });

  it('refuse a page that is not granted', async () => {
    await page.route('**/get_admin_info_in_session', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.grants = [];
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${stage.base}/admin/platform/device`);
    await expect.poll(() => currentPage().textContent()).toMatch(/没有访问权限|该页面未找到/);
  });
});

describe('code that cannot be fetched', () => {
  it('is tried again, reloaded once, and then said', async () => {
    await page.route('**/assets/deploy-site.page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await openPage('消费管理', '部署点');
    await currentPage().getByText('页面程序没有取到').waitFor();
    expect(loads).toBe(1);
    await page.unroute('**/assets/deploy-site.page-*.js');
    await page.evaluate(() => sessionStorage.removeItem('onecard.chunkReload'));
    await page.reload();
    await currentPage().getByRole('search').waitFor();
  });
});

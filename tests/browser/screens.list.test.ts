/** Lists and reports made from definitions, in a real browser. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { area, queryOf, rowsShown, type ScreenStage, shown, startScreens } from './screens-support.ts';
import { seriousFindings } from './shell-support.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await startScreens();
});
afterAll(() => stage.close());

const lastCall = (path: string) => stage.server.received.findLast((c) => c.path === path);

test('the filter stands in the address, survives a reload and a visit to another tab', async () => {
  const { page, complaints } = await stage.open('loan');
  await rowsShown(page);
  const tab = shown(page);
  await page.keyboard.press('/');
  await page.keyboard.type('读者0');
  await page.keyboard.press('Enter');
  await tab.getByText('共 9 条').waitFor();
  expect(queryOf(page)).toEqual({ keyword: '读者0' });
  await tab.getByRole('columnheader', { name: '押金' }).click();
  await expect.poll(() => queryOf(page).sort).toBe('depositFen');
  await page.reload();
  await shown(page).getByText('共 9 条').waitFor();
  expect(lastCall('loan/query')?.body).toMatchObject({ sort: 'depositFen', search: { keyword: '读者0' } });
  await shown(page).getByLabel('读者/证号').fill('还没查询');
  await page.getByRole('tab', { name: '书架' }).click();
  await rowsShown(page);
  await page.getByRole('tab', { name: '借阅' }).click();
  expect(await shown(page).getByLabel('读者/证号').inputValue()).toBe('还没查询');
  await shown(page).getByRole('button', { name: '重置' }).click();
  await shown(page).getByText('共 57 条').waitFor();
  expect(complaints).toEqual([]);
});

test('days of a range travel as the first and last moment of +08:00', async () => {
  const { page } = await stage.open(
    'loan?createdAt=2026-03-01,2026-03-02&status=NORMAL,DISABLED&vip=true&depositFen=,20000',
  );
  await rowsShown(page);
  expect(lastCall('loan/query')?.body.search).toEqual({
    createdAt: ['2026-03-01T00:00:00.000+08:00', '2026-03-02T23:59:59.999+08:00'],
    status: ['NORMAL', 'DISABLED'],
    vip: true,
    depositFen: [null, 20000],
  });
});

test('totals show this page and the whole filter; pagination keeps the order of the specification', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const totals = shown(page).locator('[data-part=totals]');
  await expect.poll(() => totals.locator('[data-scope=all]').first().innerText()).toBe('5,715.96');
  expect(await totals.locator('[data-scope=page]').count()).toBe(3);
  const pager = shown(page).getByRole('navigation', { name: '分页' });
  const order = await pager.evaluate((element) =>
    [...element.children].map((child) => child.className.split(' ').find((c) => c.startsWith('k-'))),
  );
  expect(order).toEqual(['k-pager-total', 'k-pager-size', 'k-spacer', 'k-pages', 'k-jumper']);
  await pager.getByLabel('跳至第几页').fill('9');
  await page.keyboard.press('Enter');
  await expect.poll(() => queryOf(page).page).toBe('3');
});

test('Back after paging, filtering or sorting goes back one step, and the window says page and unit', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const tab = shown(page);
  await expect.poll(() => page.title()).toBe('借阅 · 晨光实验学校 · 智慧一卡通服务平台');
  await tab.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => queryOf(page).page).toBe('2');
  await tab.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => queryOf(page).page).toBe('3');
  await page.goBack();
  await expect.poll(() => queryOf(page)).toEqual({ page: '2' });
  await tab.getByText('读者21').waitFor();
  await page.goBack();
  await tab.getByText('读者01').waitFor();
  await tab.getByRole('navigation', { name: '分页' }).getByText('1', { exact: true }).waitFor();
  await page.getByRole('tab', { name: '书架' }).click();
  await expect.poll(() => page.title()).toBe('书架 · 晨光实验学校 · 智慧一卡通服务平台');
});

test('a selection lives over pages and a batch takes only the rows that fit', async () => {
  const { page } = await stage.open('loan?sort=name');
  await rowsShown(page);
  const tab = shown(page);
  const box = (name: string) => tab.getByRole('row', { name }).getByRole('checkbox');
  await box('读者01').check();
  await box('读者05').check();
  await tab.getByRole('button', { name: '下一页' }).click();
  await box('读者21').check();
  await tab.getByText('已选 3 项').waitFor();
  await tab.getByRole('button', { name: '批量停用' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.innerText()).toContain('将对 2 条记录执行「停用」，另有 1 条不符合条件，跳过');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.poll(() => lastCall('loan/disable')?.body.ids).toEqual([1, 21]);
  await expect.poll(() => tab.getByText('已选').count()).toBe(0);
});

test('a row shows two buttons; the others, with reasons, stand in one menu', async () => {
  const { page } = await stage.open('loan?sort=name');
  await rowsShown(page);
  const row = shown(page).getByRole('row', { name: '读者02' });
  expect(await row.getByRole('button').allInnerTexts()).toEqual(expect.arrayContaining(['编辑', '退押金', '更多']));
  await row.getByRole('button', { name: '更多' }).click();
  const menu = page.getByRole('menu').last();
  await menu.getByText('已经是正常状态').waitFor();
  expect(await menu.getByRole('menuitem', { name: '启用' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '退押金' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('退还金额').fill('1.234');
  await dialog.getByRole('button', { name: '确定' }).click();
  await dialog.getByText('金额不正确，最多两位小数').waitFor();
  expect(await dialog.locator('[data-part=outcome]').count()).toBe(0);
  await dialog.getByLabel('退还金额').fill('200');
  await dialog.getByText('押金只有 100.00 元').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: '退押金 200.00 元' }).isDisabled()).toBe(true);
  await dialog.getByLabel('退还金额').fill('1');
  await dialog.getByText('100.00 → 99.00 元').waitFor();
  await dialog.getByText('读者02（refund）').waitFor();
  await dialog.getByRole('button', { name: '退押金 1.00 元' }).click();
  await page.getByRole('dialog', { name: '退款凭条' }).getByText('1.00 元').waitFor();
  expect(lastCall('loan/refund')?.body).toMatchObject({ id: 2, amountFen: 100 });
});

test('who types before a dialog has opened whole stays where he types', async () => {
  const { page } = await stage.open('loan?sort=name');
  await rowsShown(page);
  // As soon as the dialog's second input stands there, before its opening has ended.
  await page.evaluate(() => {
    new MutationObserver((_, all) => {
      const inputs = document.querySelectorAll<HTMLElement>('[role=dialog] form input');
      const second = inputs[1];
      if (!second) return;
      all.disconnect();
      second.focus();
      second.addEventListener('blur', () => second.setAttribute('data-torn', ''));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await shown(page).getByRole('row', { name: '读者02' }).getByRole('button', { name: '退押金' }).click();
  const note = page.getByRole('dialog').getByLabel('说明');
  await note.waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0 && !document.querySelector('[class*=zoom-]'));
  await page.waitForTimeout(100);
  expect(await note.getAttribute('data-torn')).toBeNull();
  expect(await note.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('details show facts, a masked value on demand, and the history', async () => {
  const { page } = await stage.open('loan?sort=name');
  await rowsShown(page);
  await shown(page).getByRole('link', { name: '读者03' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('王丽娟').waitFor();
  await drawer.getByRole('button', { name: '显示完整手机号' }).click();
  await drawer.getByRole('searchbox', { name: '查看完整手机号的原因' }).fill('联系本人');
  await drawer.getByRole('button', { name: '查看' }).click();
  await drawer.getByText('13800001234').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('names and figures are links: another window opens the record or the lines, and a record has a page of its own', async () => {
  const { page, complaints } = await stage.open('loan?sort=name');
  await rowsShown(page);
  const row = shown(page).getByRole('row', { name: '读者03' });
  expect(await row.getByRole('link', { name: '读者03' }).getAttribute('href')).toBe(`${area}/loan/record?id=3`);
  const figure = row.getByRole('link', { name: '2', exact: true });
  expect(decodeURI((await figure.getAttribute('href')) ?? '')).toBe(`${area}/summary?added=times&shelf=科学`);
  expect(await shown(page).getByRole('row', { name: '读者01' }).getByRole('link').count()).toBe(1);
  // A window whose page is there before the window is crashes the browser without windows.
  await page.context().route('**/loan/record*', async (route) => {
    await wait(500);
    await route.continue();
  });
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: '读者03' }).click({ modifiers: ['Control'] }),
  ]);
  await shown(other).getByRole('heading', { name: '借阅 · 读者03' }).waitFor();
  await expect.poll(() => other.title()).toBe('借阅 · 读者03 · 晨光实验学校 · 智慧一卡通服务平台');
  await other.getByRole('tab', { name: '借阅 · 读者03' }).waitFor();
  await shown(other).getByText('王丽娟').waitFor();
  expect(await seriousFindings(other)).toEqual([]);
  await other.close();
  expect(new URL(page.url()).pathname).toBe(`${area}/loan`);
  expect(complaints).toEqual([]);
});

test('an address that names no record says so and leads to the list it is chosen from', async () => {
  const { page, complaints } = await stage.open('loan/record');
  await shown(page).getByText('没有指明是哪一条记录').waitFor();
  await page.goto(page.url().replace('/loan/record', '/loan/line'));
  await shown(page).getByText('没有指明是哪一条记录').waitFor();
  expect(stage.server.received.some(({ path, body }) => path === 'loan/get' && !body.id)).toBe(false);
  await shown(page).getByRole('link', { name: '打开「借阅」' }).click();
  await rowsShown(page);
  expect(complaints).toEqual([]);
});

test('the lines of a record stand inside it, searched and exported on their own', async () => {
  const { page, complaints } = await stage.open('loan/record?id=3');
  const lines = shown(page).getByRole('region', { name: '借阅经过' });
  await lines.getByText('续借').waitFor();
  expect(lastCall('loan/line/query')?.body.search).toEqual({ loanId: 3 });
  await lines.getByLabel('事项').fill('归');
  await page.keyboard.press('Enter');
  await expect.poll(() => lastCall('loan/line/query')?.body.search).toEqual({ loanId: 3, what: '归' });
  await lines.getByRole('button', { name: '导出' }).click();
  await expect.poll(() => lastCall('loan/line/export')?.body.search).toEqual({ loanId: 3, what: '归' });
  expect(queryOf(page)).toEqual({ id: '3' });
  await page.goto(page.url().replace('/record?id=3', '?sort=name'));
  await rowsShown(page);
  await shown(page).getByRole('link', { name: '读者02' }).click();
  await page.getByRole('dialog').getByRole('region', { name: '借阅经过' }).getByText('续借').waitFor();
  expect(lastCall('loan/line/query')?.body.search).toEqual({ loanId: 2 });
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a list says what its server has to say, for this filter, with the way to go on', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const notice = shown(page).locator('[data-part=notice]');
  await notice.getByText('借出上限 30 天').waitFor();
  expect(await notice.getAttribute('data-tone')).toBe('warning');
  await notice.getByRole('button', { name: '上限' }).click();
  expect(await page.getByRole('dialog').getByLabel('天数').inputValue()).toBe('30');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await shown(page).getByLabel('读者/证号').fill('读者0');
  await page.keyboard.press('Enter');
  await expect.poll(() => notice.count()).toBe(0);
});

test('columns are hidden, and one list is one screen without serious findings', async () => {
  const { page, complaints } = await stage.open('loan?size=100');
  await rowsShown(page);
  expect(await seriousFindings(page)).toEqual([]);
  await shown(page).getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '手机号' }).uncheck();
  await expect.poll(() => shown(page).getByRole('columnheader', { name: '手机号' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a report proves its identity and every number leads to its lines', async () => {
  const { page, complaints } = await stage.open('summary');
  await rowsShown(page);
  const tab = shown(page);
  expect(await tab.locator('[data-part=check]').getAttribute('data-ok')).toBe('true');
  await tab.getByText('按书架').click();
  await expect.poll(() => lastCall('summary/query')?.body.search.group).toBe('shelf');
  // A heading says what it means to who comes to it by keyboard or finger as well.
  await tab.getByRole('columnheader', { name: '罚金' }).getByText('罚金').focus();
  await page.getByRole('tooltip', { name: '已收与未收之和' }).waitFor();
  await tab.getByRole('link', { name: '12.50' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${area}/loan`);
  expect(queryOf(page)).toEqual({ createdAt: '2026-03-02,2026-03-02', added: 'fineFen' });
  await rowsShown(page);
  expect(await shown(page).locator('th.k-added').innerText()).toContain('罚金');
  expect(complaints).toEqual([]);
});

/** The import dialog of the loans with a file in it, at its columns. */
async function importing(): Promise<{ page: Page; dialog: Locator }> {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  await shown(page).getByRole('toolbar').getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('导入文件')
    .setInputFiles({ name: '读者.csv', mimeType: 'text/csv', buffer: Buffer.from('姓名\n甲') });
  return { page, dialog };
}

test('an import maps columns, shows bad cells and reports the outcome', async () => {
  const { page, dialog } = await importing();
  await dialog.getByText('必填的书架还没有对应的列').waitFor();
  await dialog.getByLabel('书架取自').click();
  await page.getByTitle('架位').click();
  await dialog.getByRole('button', { name: '检查数据' }).click();
  await expect
    .poll(() => lastCall('loan/import_check')?.body.mapping)
    .toEqual({ name: 0, cardNo: 1, phone: 2, shelfId: 3 });
  await dialog.getByTitle('证号「001000」已存在').first().waitFor();
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await dialog.getByText('导入完成').waitFor();
  expect(await dialog.getByRole('button', { name: '下载未导入的行' }).count()).toBe(1);
});

test('a bad cell is corrected in place and checked again; a field the file lacks takes a fixed value', async () => {
  const { page, dialog } = await importing();
  const check = dialog.getByRole('button', { name: '检查数据' });
  await dialog.getByLabel('书架取自').click();
  await page.getByTitle('固定值').last().click();
  expect(await check.isDisabled()).toBe(true);
  await dialog.getByLabel('书架的固定值').fill('文学');
  await check.click();
  await expect
    .poll(() => lastCall('loan/import_check')?.body)
    .toMatchObject({ taskId: 5, mapping: { name: 0, shelfId: { fixed: '文学' } } });

  const cell = dialog.getByRole('button', { name: '修改第 3 行的证号：001000' });
  await cell.click();
  await page.keyboard.press('Escape');
  await cell.click();
  await dialog.getByLabel('第 3 行的证号').fill('001001');
  await page.keyboard.press('Enter');
  await dialog.getByText('已修改，待重新检查').waitFor();
  expect(await dialog.getByRole('button', { name: '导入 2 行' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: '重新检查 1 处修改' }).click();
  await expect
    .poll(() => lastCall('loan/import_fix')?.body)
    .toEqual({ taskId: 5, rows: [{ rowNo: 3, values: { cardNo: '001001' } }] });
  await dialog.getByRole('button', { name: '导入 3 行' }).click();
  await dialog.getByText('导入完成').waitFor();
});

test('who looks into a record by its name is back at the name afterwards', async () => {
  const { page } = await stage.open('loan?sort=name');
  await rowsShown(page);
  const name = shown(page).getByRole('link', { name: '读者03' });
  await name.focus();
  await page.keyboard.press('Enter');
  await page.locator('.ant-drawer-open').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.ant-drawer-open').waitFor({ state: 'detached' });
  await expect.poll(() => name.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('rows are walked, opened, edited and chosen by keys alone', async () => {
  const { page, complaints } = await stage.open('loan');
  await rowsShown(page);
  const tab = shown(page);
  const marked = () => tab.locator('.ant-table-row[aria-current="true"]');
  const rows = tab.locator('.ant-table-row');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => marked().getAttribute('data-row-key')).toBe(await rows.nth(1).getAttribute('data-row-key'));
  await page.keyboard.press('x');
  await expect.poll(() => marked().getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('x');
  await expect.poll(() => marked().getByRole('checkbox').isChecked()).toBe(false);
  await page.keyboard.press('Enter');
  await page.locator('.ant-drawer-open').waitFor();
  // The drawer has the keys while it is open.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await page.locator('.ant-drawer-open').waitFor({ state: 'detached' });
  expect(await marked().getAttribute('data-row-key')).toBe(await rows.nth(1).getAttribute('data-row-key'));
  await page.keyboard.press('e');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${area}/loan/form`);
  await page.keyboard.press('?');
  expect(complaints).toEqual([]);
});

/** The inputs of a search panel, which become calendars and choices only when somebody turns to them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { area, queryOf, rowsShown, type ScreenStage, shown, startScreens } from './screens-support.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await startScreens();
});
afterAll(() => stage.close());

test('a choice opens when it is pressed, and by the keyboard when it is tabbed to', async () => {
  const { page, complaints } = await stage.open('loan');
  await rowsShown(page);
  const tab = shown(page);
  const status = tab.getByRole('combobox', { name: '状态' });
  expect(await status.getAttribute('aria-expanded')).toBe('false');
  await status.click();
  await page.locator('.ant-select-item-option:visible', { hasText: '停用' }).click();
  await page.keyboard.press('Escape');
  await tab.getByRole('button', { name: '查询', exact: true }).click();
  await tab.getByText('共 11 条').waitFor();
  expect(queryOf(page)).toEqual({ status: 'DISABLED' });
  await tab.getByRole('button', { name: '展开' }).click();
  await tab.getByLabel('借出时间').first().press('Tab');
  await page.keyboard.press('Tab');
  const vip = tab.getByRole('combobox', { name: '贵宾' });
  await expect.poll(() => vip.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await vip.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => vip.getAttribute('aria-expanded')).toBe('true');
  expect(complaints).toEqual([]);
});

test('Tab leaves an open choice as it is chosen and goes on to the next input', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const tab = shown(page);
  const status = tab.getByRole('combobox', { name: '状态' });
  await status.click();
  await page.locator('.ant-select-item-option:visible', { hasText: '停用' }).click();
  await page.keyboard.press('Tab');
  await expect.poll(() => status.evaluate((element) => element === document.activeElement)).toBe(false);
  await expect.poll(() => status.getAttribute('aria-expanded')).toBe('false');
  await tab.getByRole('button', { name: '查询', exact: true }).click();
  await expect.poll(() => queryOf(page).status).toBe('DISABLED');
});

test('what is typed into a tree that was never touched narrows it', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  await shown(page).getByRole('combobox', { name: '书架' }).fill('科学');
  await page.locator('.ant-select-tree-title:visible', { hasText: '科学' }).click();
  await shown(page).getByRole('button', { name: '查询', exact: true }).click();
  await expect.poll(() => queryOf(page).shelfId).toBe('3');
});

test('days are picked from the calendar, typed, and cleared', async () => {
  const { page, complaints } = await stage.open('loan?createdAt=2026-03-01,2026-03-02');
  await rowsShown(page);
  const tab = shown(page);
  const [from, to] = [tab.getByPlaceholder('开始日期'), tab.getByPlaceholder('结束日期')];
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['2026-03-01', '2026-03-02']);
  await to.fill('2026-03-20');
  await page.keyboard.press('Enter');
  await expect.poll(() => queryOf(page).createdAt).toBe('2026-03-01,2026-03-20');
  await page.reload();
  await rowsShown(page);
  await from.click();
  await page.locator('.ant-picker-dropdown:visible').waitFor();
  await expect.poll(() => from.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.locator('.ant-picker-presets li:visible', { hasText: '今天' }).click();
  await expect.poll(async () => (await from.inputValue()) === (await to.inputValue())).toBe(true);
  await page.reload();
  await rowsShown(page);
  await from.hover();
  await tab.getByRole('button', { name: '清除' }).click();
  await tab.getByRole('button', { name: '查询', exact: true }).click();
  await expect.poll(() => queryOf(page).createdAt).toBe(undefined);
  expect(complaints).toEqual([]);
});

test('days are taken as typed when the calendar cannot be fetched', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  await page.route('**/calendar*.js', (route) => route.abort());
  await shown(page).getByPlaceholder('开始日期').fill('20260305');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2026/3/4');
  await page.keyboard.press('Enter');
  await expect.poll(() => queryOf(page).createdAt).toBe('2026-03-04,2026-03-05');
});

test('a popup of the tools opens at the first press and closes at the next', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const button = shown(page).getByRole('button', { name: '列设置' });
  await button.click();
  await page.locator('.k-columns:visible').waitFor();
  await button.click();
  await page.locator('.k-columns').waitFor({ state: 'hidden' });
});

test('a chart behind another tab keeps its drawing', async () => {
  const { page, complaints } = await stage.open('summary');
  await shown(page)
    .locator('canvas')
    .evaluate((canvas) => canvas.setAttribute('data-mark', 'first'));
  await page.getByRole('tab', { name: '书架' }).click();
  await rowsShown(page);
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.locator(`[role=tab]`, { hasText: '汇总' }).click();
  const canvas = shown(page).locator('canvas[data-mark=first]');
  await canvas.waitFor();
  const wide = () => canvas.evaluate((c) => Math.abs(c.clientWidth - (c.closest('[role=img]')?.clientWidth ?? 0)));
  await expect.poll(wide).toBeLessThan(2);
  expect(await page.locator(`main[data-page="${area}/summary"]`).count()).toBe(1);
  expect(complaints).toEqual([]);
});

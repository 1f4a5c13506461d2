/** A kept search, from the button to the mail: its days move on, its file holds the rows of the list, and what nobody got is said. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileViews } from '../../src/domains/ops/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { readTable } from '../../src/kit/server/sheet/read-table.ts';
import { catchMail, type MailCatcher, refusedDomain, workbookIn } from '../support/mail-catcher.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

/** It starts with the last seven days, which no shortcut of the calendar names. */
const list = '/admin/organization/report_meal_detail';
const refused = `gone@${refusedDomain}`;

let app: TestApp;
let browser: Browser;
let mail: MailCatcher;
let folder: string;

beforeAll(async () => {
  mail = await catchMail();
  folder = await mkdtemp(join(tmpdir(), 'views-'));
  [app, browser] = await Promise.all([startTestServer({ env: mail.env }), launchChromium()]);
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  mail?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Keeps what the list shows under a name, to be written every day. */
async function keep({ page, tab }: Desk, name: string, sendTo: string): Promise<void> {
  await tab().getByRole('button', { name: '常用查询' }).click();
  const views = page.locator('.k-views:visible');
  await views.getByLabel('自动生成').click();
  await page.locator('.ant-select-item-option:visible', { hasText: '每天' }).click();
  await views.getByLabel('收件邮箱').fill(sendTo);
  await views.getByLabel('名称').fill(name);
  await views.getByRole('button', { name: /保\s*存/ }).click();
  await views.getByText(name).waitFor();
  await page.keyboard.press('Escape');
}

/** Opens the list for other days and takes the kept search over; answers the days it means now. */
async function take({ open, page, tab }: Desk, name: string): Promise<string[]> {
  await open(`${list}?diningDate=2026-01-01,2026-01-02`);
  await tab().getByRole('button', { name: '常用查询' }).click();
  await page.locator('.k-views:visible').getByRole('button', { name, exact: true }).click();
  await tab().locator('.ant-table-row').first().waitFor();
  return Promise.all(['开始日期', '结束日期'].map((edge) => tab().getByPlaceholder(edge).inputValue()));
}

/** Days and job numbers of the rows of a workbook, in their order. */
async function rowsOf(workbook: Buffer): Promise<string[]> {
  const table = await readTable(workbook, 'view.xlsx');
  if (isRefusal(table)) throw new Error(table.code);
  const [day, number] = ['就餐日期', '工号'].map((header) => table.headers.indexOf(header));
  return table.rows.map((row) => `${row[day!]} ${row[number!]}`);
}

/** The same of the list, of the page that shows, and how many rows there are in all. */
async function rowsIn({ tab }: Desk): Promise<{ rows: string[]; total: number }> {
  const rows = await tab()
    .locator('.ant-table-row')
    .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).innerText));
  const [, total] = /共 ([\d,]+) 条/.exec(await tab().innerText())!;
  return { rows, total: Number(total!.replaceAll(',', '')) };
}

it('is mailed the next day with the days of that day, filed, and told of where somebody did not get it', async () => {
  const today = app.clock.now();
  const desk = await takeDesk(app, browser, 'school', today);
  await desk.open(list);
  await desk.tab().locator('.ant-table-row').first().waitFor();
  await keep(desk, '近七天', `boss@example.com，${refused}`);
  await keep(desk, '只存档', '');
  const before = await take(desk, '近七天');
  expect(desk.complaints).toEqual([]);
  await desk.leave();

  app.clock.set(today + 86_400_000);
  await fileViews(app.services);
  await expect.poll(() => mail.caught.length, { timeout: 60_000 }).toBe(1);
  expect(mail.caught[0]!.to).toEqual(['boss@example.com']);
  const mailed = await rowsOf(workbookIn(mail.caught[0]!));

  const later = await takeDesk(app, browser, 'school', today + 86_400_000);
  const { page } = later;
  expect(await take(later, '近七天')).toEqual(before.map((day) => addDays(day, 1)));
  const { rows, total } = await rowsIn(later);
  expect(mailed.length).toBe(total);
  for (const [i, row] of rows.entries()) for (const part of mailed[i]!.split(' ')) expect(row).toContain(part);
  await later.look('view-taken');

  await page.getByRole('button', { name: /通知公告.*未读/ }).click();
  const told = page.locator('.oc-notices li', { hasText: '没有寄到' });
  await told.waitFor();
  expect(await told.innerText()).toMatch(new RegExp(`近七天[^]*${refused}`));
  expect(await told.innerText()).not.toContain('boss@example.com');
  await later.look('view-undelivered');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^导出中心/ }).click();
  const filed = page.locator('[data-export]', { hasText: '只存档' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    filed.getByRole('button', { name: /下\s*载/ }).click(),
  ]);
  await download.saveAs(join(folder, 'filed.xlsx'));
  expect(await rowsOf(await readFile(join(folder, 'filed.xlsx')))).toEqual(mailed);
  await later.look('view-filed');
  expect(later.complaints).toEqual([]);
}, 300_000);

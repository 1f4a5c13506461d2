/**
 * A week of meals through the console: two heads on one grid with a conflict told cell by cell; a manager's day from the report to
 * the charge that is explained and forgiven, with lists that agree; a nutritionist's figures.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAndJudge, instantOf } from '../../src/domains/headcount/public.server.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type BenchDesk, benchDesk, shown } from './bench-desk.ts';

let desk: BenchDesk;
let b: BenchDesk['b'];
const enter = (account?: string) => desk.enter(account);
const open = (page: Page, path: string) => desk.open(page, path);

beforeAll(async () => {
  desk = await benchDesk();
  b = desk.b;
}, 300_000);
afterAll(() => desk?.stop());

const grid = '/admin/organization/manual_report_meal_v2';
/** The lunch of the coming Wednesday of the grid's next week, and the rows of the first people in it. */
async function openWeek(page: Page): Promise<void> {
  await open(page, grid);
  await page.getByRole('button', { name: '下一周' }).click();
  await shown(page).getByRole('grid', { name: '报餐' }).waitFor();
  await page.waitForLoadState('networkidle');
}
const cell = (page: Page, row: number, slot: number): Locator =>
  shown(page).locator(`[data-row="${row}"] [data-cell="${slot}"]`);

describe('two heads on one grid', () => {
  it('keeps what the quicker one saved, and asks the other cell by cell', async () => {
    const [one, two] = [await enter(), await enter()];
    await openWeek(one);
    await openWeek(two);
    await cell(one, 0, 2).click();
    await cell(one, 1, 2).click();
    expect(await cell(one, 0, 2).innerText()).toBe('✓');
    await one.getByRole('button', { name: '保存 2 格' }).click();
    await one.getByText('已保存 2 格').waitFor();
    await cell(two, 0, 2).click();
    await two.keyboard.press('2');
    await cell(two, 2, 2).click();
    await two.getByRole('button', { name: '保存 2 格' }).click();
    const clash = shown(two).getByLabel('已被他人修改的格子');
    await clash.getByText('1 格在您编辑期间已被他人修改').waitFor();
    expect(await clash.locator('li').innerText()).toMatch(/改为 报 1 份，我的 报 2 份/);
    // The cell nobody else touched is saved.
    expect(await cell(two, 2, 2).innerText()).toBe('✓');
    await clash.getByRole('button', { name: '用我的', exact: true }).click();
    await two.getByRole('button', { name: '保存 1 格' }).click();
    // Whole: the first saving's message, «已保存 1 格，1 格已被他人修改», may still stand.
    await two.getByText('已保存 1 格', { exact: true }).waitFor();
    expect(await cell(two, 0, 2).innerText()).toBe('2');
  });

  it('takes back and does again, and fills what fixed weekdays say', async () => {
    const page = desk.contexts[0]!.pages()[0]!;
    await openWeek(page);
    const before = await cell(page, 3, 1).innerText();
    await cell(page, 3, 1).click();
    await page.keyboard.press('Control+z');
    expect(await cell(page, 3, 1).innerText()).toBe(before);
    await page.keyboard.press('Control+y');
    expect(await cell(page, 3, 1).innerText()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: '按固定周历填充' }).click();
    // Whom and which meal it left out is listed, until it is read.
    const told = page.locator('.ant-message-notice, .ant-modal-confirm').first();
    await told.waitFor();
    const read = page.getByRole('button', { name: '知道了' });
    if (await read.isVisible()) await read.click();
  });
});

describe("a manager's day", () => {
  it('explains a charge, forgives it, and the summaries agree with what was eaten', async () => {
    const day = b.day(2);
    const [absent, came] = b.diners.slice(20, 22) as [(typeof b.diners)[number], (typeof b.diners)[number]];
    for (const diner of [absent, came]) await b.pay(diner.id, 10_000);
    expect((await b.report([absent.id, came.id], day)).errorcode).toBe(0);
    b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
    await closeAndJudge(b.app.services, b.organizationId);
    await b.eat(came, 500);
    b.app.clock.set(instantOf(day, '14:30'));
    await b.app.services.pool.query(
      'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
      [b.app.clock.now()],
    );
    b.app.clock.set(Date.parse(`${addDays(day, 1)}T09:00:00+08:00`));
    await b.app.services.pool.query('update device_beat set last_beat_at = to_timestamp($1::float8 / 1000)', [
      b.app.clock.now(),
    ]);
    await closeAndJudge(b.app.services, b.organizationId);
    const page = await enter();
    const days = `diningDate=${day},${day}`;
    await open(page, `/admin/organization/report_meal_detail?${days}&fate=CHARGE`);
    const row = shown(page).locator('.ant-table-row').filter({ hasText: '12.00' }).first();
    await row.waitFor();
    expect(await row.innerText()).toContain('本月第 1 次报餐未就餐');
    // Above the limit of corrections the dialog asks for a second person once it is handed in, not before.
    await b.school('consume/setting', 'update', { correctLimitFen: 1_199 });
    await row.getByRole('button', { name: '豁免', exact: true }).click();
    const signs = page.locator('[data-part="witness"]');
    await page.getByLabel('豁免原因').fill('设备故障');
    expect(await signs.count()).toBe(0);
    await page.locator('.ant-modal-footer button').last().click();
    await page.getByText('须有见证人在此签名').waitFor();
    await signs.getByLabel('账号').fill('finance');
    await signs.getByLabel('密码').fill(demoPassword);
    await page.locator('.ant-modal-footer button').last().click();
    await page.getByText('已豁免，已扣的费用随即退回').waitFor();
    await b.school('consume/setting', 'update', { correctLimitFen: 5_000 });
    await open(page, `/admin/organization/daily_report_meal_summary?${days}`);
    await shown(page).locator('.ant-table-row').first().waitFor();
    expect(await shown(page).innerText()).not.toContain('不相等');
    expect(await b.breaks()).toEqual([]);
  });
});

describe("a nutritionist's week", () => {
  it('shows figures with what they cover, and no verdict where too little is known', async () => {
    const page = await enter();
    await open(page, '/admin/organization/nourishment');
    await shown(page)
      .getByText(/覆盖|数据不足|符合/)
      .first()
      .waitFor();
    expect(desk.complaints.flat()).toEqual([]);
  });
});

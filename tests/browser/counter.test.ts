/** A queue at the counter: twenty people are served by keyboard alone, and each gets what was typed for him. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let desk: Desk;

const queue = 20;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  desk = await takeDesk(app, browser, 'school', app.clock.now());
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Waiting {
  id: number;
  name: string;
  card: string;
  main: number;
}

async function waiting(): Promise<Waiting[]> {
  const { rows } = await app.services.pool.query<Waiting>(
    `select p.id, p.name, c.card_no as card, w.balance_fen as main from person p
       join organization o on o.id = p.organization_id and o.kind = 'SCHOOL'
       join card c on c.organization_id = p.organization_id and c.person_id = p.id and c.status = 'NORMAL'
       join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN'
     where p.status = 'NORMAL' and w.balance_fen between 0 and 50000 order by p.id limit ${queue}`,
  );
  return rows;
}

describe('收款台', () => {
  it('serves twenty people by keyboard alone', async () => {
    const people = await waiting();
    expect(people.length).toBe(queue);
    await desk.open('/admin/organization/recharge/counter');
    const { page } = desk;
    const tab = desk.tab();
    let keys = 0;
    const type = async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    };
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (const [i, { name, card }] of people.entries()) {
      // The focus waits for the next person, whatever was done before.
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch('卡号');
      await type(card);
      await press('Enter');
      await tab.getByRole('heading', { name, exact: true }).waitFor();
      // 50 by the arrow, or an amount of his own.
      if (i % 2 === 0) await press('ArrowUp');
      else await type('37.5');
      await press('Enter');
      await tab.locator('[data-part="last-slip"]').getByText(`上一笔 · ${name}`).waitFor();
    }
    const after = new Map((await waiting()).map(({ id, main }) => [id, main]));
    expect(people.map(({ id, main }) => (after.get(id) ?? 0) - main)).toEqual(
      people.map((_, i) => (i % 2 === 0 ? 5_000 : 3_750)),
    );
    console.info(`收款台：${queue} 人，按键 ${keys} 次，每人 ${(keys / queue).toFixed(1)} 次`);
    // A card's number is most of it; finding, amount and taking take few.
    const typed = people.reduce((sum, { card }) => sum + card.length, 0);
    expect((keys - typed) / queue).toBeLessThanOrEqual(6);
    expect(desk.complaints).toEqual([]);
  }, 240_000);

  it('keeps an amount typed before the person is found, takes nothing unseen, and shows who of several is chosen', async () => {
    const [person] = await waiting();
    const { page } = desk;
    await desk.open('/admin/organization/recharge/counter');
    const tab = desk.tab();
    const find = tab.getByLabel('卡号、工号或姓名');
    await page.route('**/admin/organization/user/options', async (route) => {
      await new Promise((done) => setTimeout(done, 800));
      await route.continue();
    });
    await find.focus();
    await page.keyboard.type(person!.card);
    await page.keyboard.press('Enter');
    await page.keyboard.type('37.5');
    await page.keyboard.press('Enter');
    await tab.getByRole('heading', { name: person!.name, exact: true }).waitFor();
    await tab.getByRole('button', { name: '收款 37.50 元' }).waitFor();
    expect(await tab.locator('[data-part="last-slip"]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await tab.locator('[data-part="last-slip"]').getByText(`上一笔 · ${person!.name}`).waitFor();
    await page.unroute('**/admin/organization/user/options');
    // A surname is many people's: the marked one looks like no other.
    await page.keyboard.type(person!.name.slice(0, 1));
    await page.keyboard.press('Enter');
    const found = tab.getByRole('option');
    await found.nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => found.nth(1).getAttribute('aria-selected')).toBe('true');
    const grounds = await found.evaluateAll((all) => all.map((one) => getComputedStyle(one).boxShadow));
    expect(new Set(grounds).size).toBe(2);
    expect(grounds.filter((one) => one === grounds[1])).toHaveLength(1);
    await page.keyboard.press('Escape');
  }, 120_000);

  it('tells before it takes, opens from the person, and gives the last money back at once', async () => {
    const [person] = await waiting();
    await desk.open(`/admin/organization/recharge/counter?personId=${person!.id}&amountFen=2000`);
    const tab = desk.tab();
    await tab.getByRole('button', { name: '收款 20.00 元' }).waitFor();
    await tab.locator('[data-part="outcome"]').getByText(person!.name).first().waitFor();
    await tab.getByLabel('充值金额').press('Enter');
    const slip = tab.locator('[data-part="last-slip"]');
    await slip.getByText(`上一笔 · ${person!.name}`).waitFor();
    await slip.getByRole('button', { name: /^撤销（/ }).click();
    await slip.waitFor({ state: 'detached' });
    expect((await waiting()).find(({ id }) => id === person!.id)?.main).toBe(person!.main);
  }, 120_000);

  it('serves whom the palette names in place of who stands there, and takes nothing again after a reload', async () => {
    const [first, second] = await waiting();
    const { page } = desk;
    const tab = desk.tab();
    await desk.open(`/admin/organization/recharge/counter?personId=${first!.id}&amountFen=2000`);
    await tab.getByRole('button', { name: '收款 20.00 元' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill(`充值 ${second!.card} 30`);
    await palette.getByText('30.00 元').first().waitFor();
    await page.keyboard.press('Enter');
    await tab.getByRole('heading', { name: second!.name, exact: true }).waitFor();
    await tab.getByRole('button', { name: '收款 30.00 元' }).waitFor();
    await tab.getByLabel('充值金额').press('Enter');
    await tab.locator('[data-part="last-slip"]').getByText(`上一笔 · ${second!.name}`).waitFor();
    await page.reload();
    await tab.getByLabel('卡号、工号或姓名').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await tab.getByRole('button', { name: /^收款/ }).count()).toBe(0);
    const now = new Map((await waiting()).map(({ id, main }) => [id, main]));
    expect([now.get(first!.id), now.get(second!.id)]).toEqual([first!.main, second!.main + 3_000]);
  }, 120_000);
});

/** The caterer's people at their desks, tomorrow at ten: the owner, the second person, who takes deliveries; terminals beside them. */
import type { Browser, Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { DeviceAt, ShopItem } from '../../src/domains/device/public.server.ts';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

export const erp = '/admin/contractor/erp';
export const supermarket = '/admin/contractor/supermarket';

export interface SupplyDesk {
  app: TestApp;
  browser: Browser;
  /** Epoch ms of the morning, and its day. */
  morning: number;
  today: string;
  /** A desk of somebody of the caterer; the notice of a bill is put off. */
  sit(account: string): Promise<Desk>;
  /** What a scene finds there: asked as the caterer. */
  ask<T = Record<string, unknown>>(path: string, verb: string, body?: object): Promise<T>;
  one<T extends object>(text: string, values?: unknown[]): Promise<T>;
  /** Somebody pays at the till of the caterer's shop. */
  sell(cardNo: string, items: ShopItem[], soldOffAt?: number): Promise<object>;
  /** Complaints of all desks, and what the server logged as an error. */
  faults(): string[];
  stop(): Promise<void>;
}

export async function supplyDesk(): Promise<SupplyDesk> {
  const [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  const today = addDays(dateAt(app.clock.now()), 1);
  const morning = Date.parse(`${today}T10:00:00+08:00`);
  app.clock.set(morning);
  let token = await app.login('contractor');
  const desks: Desk[] = [];
  const one: SupplyDesk['one'] = async <T extends object>(text: string, values: unknown[] = []) =>
    (await app.services.pool.query<T>(text, values)).rows[0]!;
  const till = await one<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode, d.deploy_site_id as "deploySiteId",
       s.restaurant_id as "restaurantId", true as "placeActive"
     from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id where d.mode = 'SHOP'
     order by d.id limit 1`,
  );
  let seq = 50_000;
  return {
    app,
    browser,
    morning,
    today,
    one,
    sit: async (account) => {
      const desk = await takeDesk(app, browser, account, app.clock.now());
      await desk.page.getByRole('button', { name: '稍后处理' }).click();
      desks.push(desk);
      return desk;
    },
    ask: async <T>(path: string, verb: string, body: object = {}) => {
      let answer = (await app.post(path, verb, body, token)).body;
      // Days pass in some scenes, sessions end meanwhile.
      if (answer.errorcode === 1001) {
        token = await app.login('contractor');
        answer = (await app.post(path, verb, body, token)).body;
      }
      expect(answer.errorcode, `${path}/${verb}: ${answer.errormsg}`).toBe(0);
      return answer.data as T;
    },
    sell: async (cardNo, items, soldOffAt) => {
      seq += 1;
      const at = soldOffAt ?? app.clock.now();
      const base = {
        epoch: 99,
        seq,
        occurredAt: at,
        deviceTime: at,
        mode: 'SHOP',
        identify: 'CARD',
        cardNo,
        items,
      } as const;
      const { consumeGateway } = app.services;
      return soldOffAt === undefined
        ? consumeGateway.consume(till, { ...base, offline: false })
        : (await consumeGateway.upload(till, [{ ...base, offline: true }]))[0]!;
    },
    faults: () => [...desks.flatMap(({ complaints }) => complaints), ...app.errors],
    stop: async () => {
      for (const desk of desks) await desk.leave();
      await browser.close();
      await app.stop();
    },
  };
}

export const cell = (within: Locator, row: number, label: string): Locator =>
  within.getByLabel(`第 ${row} 行 ${label}`, { exact: true });

/** Fills a day into a calendar's input; one that is still closing when it is typed into takes it the next time. */
export async function day(within: Locator, label: string, date: string): Promise<void> {
  const input = within.getByLabel(label, { exact: true }).first();
  for (let tries = 0; tries < 3; tries += 1) {
    await input.fill(date);
    await input.press('Enter');
    // What was typed and not taken goes with the focus.
    await input.press('Tab');
    if ((await input.inputValue()) === date) return;
  }
  throw new Error(`${label} does not take ${date}`);
}

/** A stock document drawn up at the console, as a draft; its record shows, its id is answered. */
export async function drawBill(
  desk: Desk,
  kind: string,
  chosen: Readonly<Record<string, string>>,
  lines: readonly (readonly [goods: string, typed: number, amount?: string])[],
  days: Readonly<Record<string, string>> = {},
): Promise<string> {
  await desk.open(`${erp}/stock_bill/form`);
  const form = desk.tab();
  await desk.choose(form, '类型', '', kind);
  for (const [label, shown] of Object.entries(chosen)) await desk.choose(form, label, shown, shown);
  for (const [label, date] of Object.entries(days)) await day(form, label, date);
  for (const [i, [goods, typed, amount]] of lines.entries()) {
    if ((await cell(form, i + 1, '商品').count()) === 0) await form.getByRole('button', { name: '添加一行' }).click();
    await desk.choose(form, `第 ${i + 1} 行 商品`, goods, goods);
    await cell(form, i + 1, '数量').fill(String(typed));
    if (amount !== undefined) await cell(form, i + 1, '金额（入库）').fill(amount);
  }
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await desk.page.waitForURL('**/stock_bill/record**');
  const kept = desk.page.locator('.ant-message-notice', { hasText: '已存为草稿' });
  await kept.waitFor();
  await kept.waitFor({ state: 'hidden' });
  return new URL(desk.page.url()).searchParams.get('id')!;
}

/** Presses the button that does what the dialog on top is about, whatever it is called, and waits for the dialog to go. */
export async function agree(desk: Desk): Promise<void> {
  const asked = await desk.dialog().elementHandle();
  await desk.dialog().locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await asked?.waitForElementState('hidden');
}

/** A button of the record that shows, the question behind it agreed to; answers what the console says then. */
export async function press(desk: Desk, button: string, asks: boolean): Promise<string> {
  await desk.tab().getByRole('button', { name: button, exact: true }).first().click();
  if (asks) await agree(desk);
  const said = desk.page.locator('.ant-message-notice').last();
  await said.waitFor();
  const text = await said.innerText();
  await said.waitFor({ state: 'hidden' });
  return text;
}

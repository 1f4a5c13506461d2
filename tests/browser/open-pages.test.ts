/** Pages without a session as a phone and a wall see them. */
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium, listen, seriousFindings } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let token: string;
const org = '/admin/organization';

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  token = await app.login('school');
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const first = async (path: string, search = {}) =>
  ((await app.post(path, 'query', { search }, token)).body.data as { rows: Record<string, unknown>[] }).rows[0]!;

/** Opens an address in a browser that has never been here. */
async function visit(path: string, width: number, height: number) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN' });
  const page = await context.newPage();
  const complaints = listen(page);
  let scriptBytes = 0;
  page.on('response', async (answer) => {
    if (/\.(js|css)$/.test(answer.url())) scriptBytes += gzipSync(await answer.body()).length;
  });
  await page.goto(`${app.origin}${path}`);
  await page.locator('main.op:not([data-page="message"]), main[data-page="message"] [role="alert"]').waitFor();
  await page.waitForLoadState('networkidle');
  return { page, context, complaints, bytes: () => scriptBytes };
}

describe('on a phone', () => {
  it('an electronic slip fits 390×844, is small, and keeps nothing', async () => {
    const row = await first(`${org}/deposit`, { at: null });
    const { body } = await app.post(`${org}/deposit`, 'receipt', { id: row.id }, token);
    const { link } = (body.data as { receipt: { link: string } }).receipt;
    const { page, context, complaints, bytes } = await visit(link, 390, 844);
    expect(await page.getByText(`${formatFenGrouped(row.amountFen as number)} 元`).count()).toBe(1);
    expect(await page.getByText(String(row.depositNo)).count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(bytes()).toBeLessThanOrEqual(120_000);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('what is not there looks the same, whatever was wrong', async () => {
    for (const path of [`/m/receipt/${'x'.repeat(22)}`, '/m/receipt/short', '/m/other', '/screen/meals/x']) {
      const { page, context } = await visit(path, 390, 844);
      expect(await page.locator('main').innerText()).toBe('页面不存在、已过期或已停用');
      await context.close();
    }
  });
});

describe('on a wall', () => {
  it('the meals of a restaurant fill the screen without scrolling', async () => {
    const { id } = await first(`${org}/restaurant`, { status: ['NORMAL'] });
    const { body } = await app.post(`${org}/restaurant`, 'screen', { id }, token);
    const { path } = (body.data as { link: { path: string } }).link;
    const { page, context, complaints } = await visit(path, 1920, 1080);
    expect(await page.locator('.ms-meal').count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

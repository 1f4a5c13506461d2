/** Every registered page, opened by an account of its area: console clean, columns filled, no serious axe finding. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/create-account.ts';
import { areaOf } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium, listen, seriousFindings } from './shell-support.ts';

const accounts = {
  platform: 'platform',
  agent: 'agent',
  contractor: 'contractor',
  organization: 'school',
  system: 'super',
  base: 'super',
  admin: 'school',
  public: 'school',
} as const;
type Account = (typeof accounts)[keyof typeof accounts];

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function signIn(account: Account): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = listen(page);
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('[data-tab][data-current="true"] main').waitFor();
  return { page, complaints };
}

/** Opens a path and waits until nothing in its tab is loading any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(app.origin + path);
  const tab = page.locator('[data-tab][data-current="true"]');
  await tab.locator(`main[data-page="${path.split('?')[0]}"]`).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => !document.querySelector('[data-current="true"] .ant-skeleton, [data-current="true"] .ant-spin-spinning'),
  );
}

/** Headings of columns in which not one row shows anything, not even a dash. */
async function emptyColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tab = document.querySelector('[data-current="true"]')!;
    const heads = [...tab.querySelectorAll('thead tr:first-child th')];
    const rows = [...tab.querySelectorAll('tbody tr.ant-table-row, .ant-table-tbody-virtual .ant-table-row')];
    if (rows.length === 0) return [];
    return heads.flatMap((head, i) => {
      const title = head.textContent?.trim() ?? '';
      const filled = rows.some((row) => {
        const cell = row.children[i];
        return cell && ((cell.textContent ?? '').trim() !== '' || cell.querySelector('input, img, button, svg'));
      });
      return title === '' || filled ? [] : [title];
    });
  });
}

async function walk(account: Account): Promise<string[]> {
  const { page, complaints } = await signIn(account);
  const faults: string[] = [];
  const pages: Registered[] = app.services.registry.all.filter((entry) => accounts[areaOf(entry.path)] === account);
  expect(pages.length).toBeGreaterThan(0);
  for (const entry of pages) {
    const paths = [
      entry.path,
      ...(entry.page.form && entry.page.list?.tools?.includes('create') ? [`${entry.path}/form`] : []),
    ];
    for (const path of paths) {
      complaints.length = 0;
      try {
        await open(page, path);
        faults.push(...(await emptyColumns(page)).map((title) => `${path}: 列「${title}」为空`));
        faults.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
        const lost = await page.locator('[data-current="true"] [data-part="error"]').count();
        if (lost > 0) faults.push(`${path}: shows an error`);
      } catch (error) {
        faults.push(`${path}: ${String(error).slice(0, 300)}`);
      }
      faults.push(...complaints.map((text) => `${path}: console: ${text.slice(0, 200)}`));
    }
  }
  await page.context().close();
  return faults;
}

describe('every page', () => {
  it.each([...new Set(Object.values(accounts))])(
    'of %s opens clean',
    async (account) => {
      expect(await walk(account)).toEqual([]);
    },
    600_000,
  );
});

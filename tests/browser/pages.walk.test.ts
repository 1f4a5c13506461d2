/** Every registered page, opened by an account of its area: console clean, columns filled, no serious axe finding, by day and by night. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { areaOf } from '../../src/kit/define/page.ts';
import { createRegistry, loadBindings } from '../../src/kit/server/page/registry.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { hardToRead, launchChromium, listen, newFindings, seriousFindings } from './shell-support.ts';

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

const registry = createRegistry(await loadBindings(fileURLToPath(new URL('../../src/domains', import.meta.url))));

interface SignedIn {
  page: Page;
  complaints: string[];
  light: 'light' | 'dark';
}

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function signIn(account: Account): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: wide, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = listen(page);
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('[data-tab][data-current="true"] main').waitFor();
  return { page, complaints, light: 'light' };
}

/**
 * Opens a path in the running console and waits until nothing in its tab is loading any more. The tab that showed before is
 * closed then, not first, which would show the home between any two pages; the console itself is loaded once per account.
 */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const former = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"] [data-part="tab-close"]');
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
    former?.click();
  }, path);
  const tab = page.locator('[data-tab][data-current="true"]');
  await tab.locator(`main[data-page="${path.split('?')[0]}"]`).waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[data-current="true"] .ant-skeleton, [data-current="true"] .ant-spin-spinning'),
  );
}

/** Headings of columns in which not one row shows anything, not even a dash. */
async function emptyColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Table by table: a page may show a table of its own above its list.
    const tables = [...document.querySelectorAll('[data-current="true"] .ant-table')];
    return tables.flatMap((table) => {
      const heads = [...table.querySelectorAll('thead tr:first-child th')];
      const rows = [...table.querySelectorAll('tbody tr.ant-table-row, .ant-table-tbody-virtual .ant-table-row')];
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
  });
}

/** Totals that do not stand under the columns shown: one cell per heading, folded columns left out. */
async function totalsAstray(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tab = document.querySelector('[data-current="true"]');
    const cells = tab?.querySelectorAll('[data-part="totals"] td').length ?? 0;
    const heads =
      tab?.querySelectorAll('.k-table-box thead tr:first-child th:not(.ant-table-cell-scrollbar)').length ?? 0;
    return cells === 0 || cells === heads ? [] : [`合计 ${cells} 格，表头 ${heads} 列`];
  });
}

/** A table higher than the room it has: its last row or its totals are cut. */
async function cutBelow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const box = document.querySelector('[data-current="true"] .k-table-box');
    const [table, body] = ['.ant-table', '.ant-table-body'].map(
      (part) => box?.querySelector(part)?.getBoundingClientRect().height ?? 0,
    );
    const over = table! - (box?.getBoundingClientRect().height ?? 0);
    // Three rows are shown however little room there is.
    return over > 1 && body! > 84 ? [`表格比位置高 ${over.toFixed(1)} px`] : [];
  });
}

/** Headings of columns marked important, or the last actions, that lie outside what the table shows without scrolling. */
async function outOfView(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const box = document.querySelector('[data-current="true"] .k-table-box')?.getBoundingClientRect();
    if (!box) return [];
    const heads = [...document.querySelectorAll('[data-current="true"] .k-table-box th[data-important="true"]')];
    return heads.flatMap((head) => {
      const { left, right } = head.getBoundingClientRect();
      return left >= box.left - 1 && right <= box.right + 1 ? [] : [head.textContent?.trim() ?? ''];
    });
  });
}

/** What is still found once the page has come to rest: rows come, columns find their widths, the table its height. */
async function lasting(page: Page, find: (page: Page) => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  for (let tries = 0; tries < 80; tries += 1) {
    found = await find(page);
    if (found.length === 0) break;
    await page.waitForTimeout(150);
  }
  return found;
}

const currentTab = '[data-tab][data-current="true"]';
const wide = { width: 1440, height: 900 };
/** The narrowest screen at a desk: what is important is in view there too. */
const narrow = { width: 1280, height: 720 };

async function outOfViewAtDesk(page: Page): Promise<string[]> {
  if ((await page.locator('[data-current="true"] .k-table-box').count()) === 0) return [];
  await page.setViewportSize(narrow);
  try {
    return await lasting(page, outOfView);
  } finally {
    await page.setViewportSize(wide);
  }
}

/** Words that cannot be read on their ground once night comes, or day. The next page is looked at by that light first. */
async function hardToReadByOtherLight(here: SignedIn): Promise<string[]> {
  here.light = here.light === 'light' ? 'dark' : 'light';
  await here.page.emulateMedia({ colorScheme: here.light });
  await here.page.locator(`html[data-theme="${here.light}"]`).waitFor();
  return (await hardToRead(here.page, currentTab)).map((text) => `${here.light} ${text}`);
}

/** What is wrong with the page at `path`, in words. */
async function faultsAt(here: SignedIn, path: string): Promise<string[]> {
  const { page, complaints } = here;
  complaints.length = 0;
  await open(page, path);
  const faults = [
    ...(await emptyColumns(page)).map((title) => `列「${title}」为空`),
    ...(await lasting(page, outOfView)).map((title) => `列「${title}」不在视野内`),
    ...(await outOfViewAtDesk(page)).map((title) => `列「${title}」在 1280 宽时不在视野内`),
    ...(await totalsAstray(page)),
    ...(await lasting(page, cutBelow)),
    ...(await newFindings(page, currentTab)),
    ...(await hardToReadByOtherLight(here)),
    ...complaints.map((text) => `console: ${text.slice(0, 200)}`),
  ];
  const lost = await page.locator('[data-current="true"] [data-part="error"]').count();
  return lost > 0 ? [...faults, 'shows an error'] : faults;
}

describe.each([...new Set(Object.values(accounts))])('every page of %s', (account) => {
  const paths = registry.all
    // Lines of a record are seen with it, not by themselves; what is no list below another asks for a record too.
    .filter(({ path, page }) => {
      const own = page.of === undefined || (page.of.by === undefined && ['list', 'report'].includes(page.kind));
      return accounts[areaOf(path)] === account && own;
    })
    .flatMap(({ path, page }) => (page.form && page.list?.tools?.includes('create') ? [path, `${path}/form`] : [path]));
  let here: SignedIn;

  beforeAll(async () => {
    here = await signIn(account);
  });
  afterAll(() => here?.page.context().close());

  it('is walked, and the shell around the pages is clean', async () => {
    expect(paths.length).toBeGreaterThan(0);
    expect(await seriousFindings(here.page)).toEqual([]);
    expect(await hardToReadByOtherLight(here)).toEqual([]);
    // Pale words among those that can be read: found once, and as well as on a page seen before.
    await here.page.evaluate((selector) => {
      const pale = document.querySelector(selector)!.querySelector('main')!.appendChild(document.createElement('p'));
      pale.textContent = '看不清的字';
      pale.style.cssText = 'position:fixed;left:40%;top:40%;z-index:9999;color:#777;background:#888';
    }, currentTab);
    expect(await hardToRead(here.page, currentTab)).toEqual([expect.stringContaining('看不清的字')]);
    expect(await hardToRead(here.page, currentTab)).toEqual([]);
    await here.page.reload();
    await here.page.locator(`${currentTab} main`).waitFor();
  });

  it.each(paths)('%s opens clean', async (path) => {
    expect(await faultsAt(here, path)).toEqual([]);
  });
});

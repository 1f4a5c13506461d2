/** What the console weighs and how fast it answers, in headless Chromium against the measured server. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../scripts/chromium.mjs';
import { type GridFigures, measureGrid } from './console-grid.ts';
import { type HeapFigures, measureHeap } from './console-heap.ts';
import { type LinesFigures, measureLines } from './console-lines.ts';

export interface ConsoleFigures {
  /** Requests until the sign-in form can be used, the page itself included. */
  loginRequests: number;
  /** JavaScript fetched until then, gzipped bytes. */
  loginJsBytes: number;
  loginUsableMs: number;
  /** JavaScript fetched until the home page stands, gzipped bytes. */
  homeJsBytes: number;
  /** From the click in the menu to the first row, or to the word that there are none; the median of fresh profiles. */
  firstListMs: number;
  /** The same by somebody who has read the home for three seconds first. */
  readListMs: number;
  switchMedianMs: number;
  switchMaxMs: number;
  /** Of three fresh profiles the one in the middle by what is left when all tabs are closed. */
  heap: HeapFigures;
  grid: GridFigures;
  lines: LinesFigures;
}

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const freshStarts = 5;
const freshProfiles = 3;
/** How long a home is read before the first list is asked for. */
const readMs = 3000;
const switches = 30;
const lists = ['/admin/organization/consume', '/admin/organization/recharge'] as const;

/** Gzipped size of an asset as built; small ones are stored uncompressed only. */
function gzippedBytes(url: string): number {
  const file = join(dist, new URL(url).pathname);
  try {
    return statSync(`${file}.gz`).size;
  } catch {
    return statSync(file).size;
  }
}

interface Watched {
  page: Page;
  requests: string[];
  jsBytes(): number;
}

async function freshPage(browser: Browser): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  const jsBytes = () =>
    [...new Set(requests)].filter((url) => url.endsWith('.js')).reduce((sum, url) => sum + gzippedBytes(url), 0);
  return { page, requests, jsBytes };
}

/** Opens the sign-in page in a new profile; usable when its button can be pressed. */
async function openLogin(
  browser: Browser,
  origin: string,
): Promise<Watched & { usableMs: number; atLogin: number; loginJs: number }> {
  const watched = await freshPage(browser);
  await watched.page.goto(`${origin}/login`, { waitUntil: 'commit' });
  const usableMs = await watched.page.evaluate(async () => {
    while (!document.querySelector('main[data-page="/login"] button[type="submit"]:enabled'))
      await new Promise(requestAnimationFrame);
    return performance.now();
  });
  return { ...watched, usableMs, atLogin: watched.requests.length, loginJs: watched.jsBytes() };
}

/** Rows, or the word that there are none (meals of today, in the small hours); until the answer there is neither. */
const answeredTable = ':is(.ant-table-row, .ant-table-placeholder)';

async function openFromMenu(page: Page, path: string): Promise<number> {
  return page.evaluate(
    async ([target, answered]) => {
      const until = async (found: () => Element | null) => {
        for (let waited = 0; waited < 20_000; waited += 16) {
          const element = found();
          if (element) return element;
          await new Promise(requestAnimationFrame);
        }
        throw new Error(`never seen: ${target}`);
      };
      const link = document.querySelector<HTMLElement>(`aside a[href="${target}"]`);
      if (!link) throw new Error(`no menu item for ${target}`);
      const start = performance.now();
      link.click();
      await until(() => document.querySelector(`[data-current="true"] main[data-page="${target}"] ${answered}`));
      return performance.now() - start;
    },
    [path, answeredTable] as const,
  );
}

/** From the click on a tab to the second frame after its page shows. */
function switchTo(page: Page, path: string): Promise<number> {
  return page.evaluate(async (target) => {
    const panel = document.querySelector(`main[data-page="${target}"]`)!.closest('[data-tab]')!;
    const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
    if (!tab) throw new Error(`no tab for ${target}`);
    const start = performance.now();
    tab.click();
    while (panel.getAttribute('data-current') !== 'true') await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, path);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

const leftBytes = ({ closedBytes, startBytes }: HeapFigures) => closedBytes - startBytes;

interface Home extends Watched {
  atLogin: number;
  loginJs: number;
  homeJsBytes: number;
}

/** Signs in on a new profile and waits for the home page to stand. */
async function openHome(browser: Browser, origin: string, account: string, password: string): Promise<Home> {
  const login = await openLogin(browser, origin);
  const { page } = login;
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('[data-tab][data-current="true"] main').waitFor();
  await page.waitForLoadState('networkidle');
  return { ...login, homeJsBytes: login.jsBytes() };
}

async function openFirstList(page: Page): Promise<number> {
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '消费管理' }).click();
  return openFromMenu(page, lists[0]);
}

/** All console figures; undefined when there is no Chromium. */
export async function measureConsole(
  origin: string,
  account: string,
  password: string,
  token: string,
): Promise<ConsoleFigures | undefined> {
  const executablePath = ensureChromium();
  if (!executablePath) return undefined;
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const usable: number[] = [];
    for (let i = 0; i < freshStarts; i += 1) {
      const one = await openLogin(browser, origin);
      usable.push(one.usableMs);
      await one.page.context().close();
    }
    const cold: number[] = [];
    const read: number[] = [];
    for (let i = 1; i < freshProfiles * 2; i += 1) {
      const { page } = await openHome(browser, origin, account, password);
      const reads = i % 2 === 0;
      if (reads) await page.waitForTimeout(readMs);
      (reads ? read : cold).push(await openFirstList(page));
      await page.context().close();
    }
    const { page, atLogin, loginJs, homeJsBytes } = await openHome(browser, origin, account, password);
    await page.waitForTimeout(readMs);
    read.push(await openFirstList(page));
    await page.waitForLoadState('networkidle');
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '资金账户' }).click();
    await openFromMenu(page, lists[1]);
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    for (let i = 0; i < switches; i += 1) times.push(await switchTo(page, lists[i % 2]!));
    const settled = times.slice(4);
    const grid = await measureGrid(page, origin, token);
    const lines = await measureLines(page, origin);
    await page.context().close();
    const heaps: HeapFigures[] = [];
    for (let i = 0; i < freshProfiles; i += 1) {
      const { page: fresh } = await freshPage(browser);
      heaps.push(await measureHeap(fresh, origin, account, password));
      await fresh.context().close();
    }
    const heap = heaps.sort((a, b) => leftBytes(a) - leftBytes(b))[freshProfiles >> 1]!;
    return {
      loginRequests: atLogin,
      loginJsBytes: loginJs,
      loginUsableMs: median(usable),
      homeJsBytes,
      firstListMs: median(cold),
      readListMs: median(read),
      switchMedianMs: median(settled),
      switchMaxMs: Math.max(...settled),
      heap,
      grid,
      lines,
    };
  } finally {
    await browser.close();
  }
}

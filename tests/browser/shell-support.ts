/** A browser and a stand-in server for the tests of the shell's rules; the whole product is tested elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { type FakeState, fakeServer } from '../../src/kit/console/testing/fake-server.ts';

const dist = process.env.CONSOLE_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Chromium without anything that talks to its maker, its clocks those of the run. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    const aheadMs = inject('clockAheadMs');
    await context.addInitScript(setClocks, aheadMs);
    // A time that a test sets goes on by the clocks of the page: it is reached from what those are ahead.
    const { clock } = context;
    const install = clock.install.bind(clock);
    const setSystemTime = clock.setSystemTime.bind(clock);
    const before = (time: number | string | Date) => new Date(time).getTime() - aheadMs;
    clock.install = ({ time } = {}) => install(time === undefined ? {} : { time: before(time) });
    clock.setSystemTime = (time) => setSystemTime(before(time));
    return context;
  };
  return browser;
}

/** In the page: its clocks go as the machine's do, `aheadMs` before them. */
function setClocks(aheadMs: number): void {
  const Machine = Date;
  window.Date = class extends Machine {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Machine.now() + aheadMs] : given) as [number]));
    }
    static override now() {
      return Machine.now() + aheadMs;
    }
  } as DateConstructor;
}

export interface Stage {
  base: string;
  state: FakeState;
  /** `METHOD /path` of every API call so far. */
  calls: string[];
  /** A page of a fresh browser profile; what its console complains about is collected in `complaints`. */
  open(): Promise<{ page: Page; context: BrowserContext; complaints: string[] }>;
  /** Signs in and waits for the home page. */
  enter(page: Page, path?: string): Promise<void>;
  close(): Promise<void>;
}

/** Collects errors of a page's console. A refused sign-in and a missing chunk are the browser's to report. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Starts server and browser. The console must have been built. */
export async function startStage(): Promise<Stage> {
  if (!existsSync(`${dist}/index.html`)) throw new Error(`no console in ${dist}: build it first (npm test does)`);
  const { app, state, calls } = fakeServer(dist);
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchChromium();
  return {
    base,
    state,
    calls,
    open: async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      return { page, context, complaints: listen(page) };
    },
    enter: async (page, path = '/login') => {
      await page.goto(base + path);
      await page.getByLabel('账号').fill('school');
      await page.getByLabel('密码').fill('right');
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await page.locator('[data-tab][data-current="true"] main').waitFor();
    },
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/** Axe's serious and critical findings on what shows now, in words; of the one rule when one is named. */
export async function seriousFindings(page: Page, within?: string, rule?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([selector, only]) => {
      interface Finding {
        id: string;
        impact: string | null;
        nodes: { html: string; failureSummary?: string }[];
      }
      type Options = { resultTypes: string[]; runOnly?: string[] };
      type Run = (where: Document | Element, options: Options) => Promise<{ violations: Finding[] }>;
      const { axe } = window as unknown as { axe: { run: Run } };
      // What passed is not told, which spares a sixth of the time.
      const { violations } = await axe.run(selector ? document.querySelector(selector)! : document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: [only] } : {}),
      });
      return violations
        .filter((v) => v.impact === 'serious' || v.impact === 'critical')
        .flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary ?? ''}`));
    },
    [within, rule] as const,
  );
}

/**
 * Waits until the page stands at `path`. Not by one navigation: an answer that comes while the console leaves may send it
 * to the same place once more.
 */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await page.waitForLoadState();
}

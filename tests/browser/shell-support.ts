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

interface AxeScope {
  /** The one rule to hold it to, or the one not to; all of them otherwise. */
  only?: string;
  but?: string;
}

/** In the page: rules whose findings are never serious need not be run to be left out, a fifth of axe's time. */
function leaveOutMinor(): void {
  interface Axe {
    _audit: { rules: { id: string; impact?: string }[] };
    configure(spec: { rules: { id: string; enabled: boolean }[] }): void;
  }
  const { axe } = window as unknown as { axe: Axe };
  const minor = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  axe.configure({ rules: minor.map(({ id }) => ({ id, enabled: false })) });
}

/** Axe's serious and critical findings on what shows now, in words. */
export async function seriousFindings(page: Page, within?: string, scope: AxeScope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(leaveOutMinor);
  }
  return page.evaluate(
    async ([selector, { only, but }]) => {
      interface Finding {
        id: string;
        impact: string | null;
        nodes: { html: string; failureSummary?: string }[];
      }
      interface Options {
        resultTypes: string[];
        runOnly?: string[];
        rules?: Record<string, { enabled: boolean }>;
      }
      type Run = (where: Document | Element, options: Options) => Promise<{ violations: Finding[] }>;
      const { axe } = window as unknown as { axe: { run: Run } };
      // What passed is not told, which spares a sixth of the time.
      const { violations } = await axe.run(selector ? document.querySelector(selector)! : document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: [only] }),
        ...(but && { rules: { [but]: { enabled: false } } }),
      });
      return violations
        .filter((v) => v.impact === 'serious' || v.impact === 'critical')
        .flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary ?? ''}`));
    },
    [within, scope] as const,
  );
}

const contrast = 'color-contrast';

/**
 * Whether words show that look like none before since the page was loaded: other colours or letters, or on another ground. What looks
 * the same reads the same, and is measured once.
 */
function showsNewLooks(page: Page, within: string): Promise<boolean> {
  return page.evaluate((selector) => {
    const kept = window as unknown as { looksSeen?: Set<string> };
    kept.looksSeen ??= new Set();
    const seen = kept.looksSeen;
    const before = seen.size;
    const clear = 'rgba(0, 0, 0, 0)';
    const grounds = new Map<Element, string>();
    /** What one element lays under its words: nothing, or a colour, a picture, its own transparency. */
    const groundOf = (element: Element): string => {
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const plain = backgroundColor === clear && backgroundImage === 'none' && opacity === '1';
      const ground = plain ? '' : `${backgroundColor} ${backgroundImage} ${opacity}`;
      grounds.set(element, ground);
      return ground;
    };
    const upwards = (element: Element): Element[] =>
      element.parentElement ? [element, ...upwards(element.parentElement)] : [element];
    /** Down to the first that nothing shines through; whatever is see-through as a whole lets more shine through. */
    const lying = (stack: Element[]) => {
      const all = stack.map(groundOf);
      const full = all.findIndex((ground) => /^rgb\(.* none 1$/.test(ground));
      const faint = full < 0 ? [] : all.slice(full + 1).filter((ground) => ground !== '' && !ground.endsWith(' 1'));
      return [...all.slice(0, full < 0 ? undefined : full + 1), ...faint].filter(Boolean).join(' | ');
    };
    const alike = new Map<string, number>();
    const tab = document.querySelector(selector)!;
    const speaking = new Set<Element>(tab.querySelectorAll('input, textarea'));
    const words = document.createTreeWalker(tab, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode())
      if (node.textContent?.trim()) speaking.add(node.parentElement!);
    for (const element of speaking) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const letters = `${color} ${fontSize} ${fontWeight} ${textShadow}`;
      const stands = `${letters} ${lying(upwards(element))}`;
      seen.add(stands);
      // What else lies beneath it where it is in view: of the same in the same, a few tell.
      const times = (alike.get(stands) ?? 0) + 1;
      alike.set(stands, times);
      if (times > 3) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
      if (stack.includes(element)) seen.add(`${letters} ${lying(stack.slice(stack.indexOf(element)))}`);
    }
    return seen.size > before;
  }, within);
}

/** Axe's serious findings; whether words can be read on their ground only where some look like none before. */
export async function newFindings(page: Page, within: string): Promise<string[]> {
  return seriousFindings(page, within, (await showsNewLooks(page, within)) ? {} : { but: contrast });
}

/** Words that cannot be read on their ground, among those that look like none before. */
export async function hardToRead(page: Page, within: string): Promise<string[]> {
  return (await showsNewLooks(page, within)) ? seriousFindings(page, within, { only: contrast }) : [];
}

/**
 * Waits until the page stands at `path`. Not by one navigation: an answer that comes while the console leaves may send it
 * to the same place once more.
 */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await page.waitForLoadState();
}

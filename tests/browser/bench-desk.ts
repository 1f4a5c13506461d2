/** Signed-in pages over a headcount bench, their clocks that of its server. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type HeadcountBench, headcountBench } from '../../src/domains/headcount/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { launchChromium, listen } from './shell-support.ts';

export interface BenchDesk {
  b: HeadcountBench;
  browser: Browser;
  /** The profiles of all pages, closed with the desk. */
  contexts: BrowserContext[];
  /** What the consoles of all pages complained about, a list for each. */
  complaints: string[][];
  /** A page of a profile of its own. */
  enter(account?: string, password?: string): Promise<Page>;
  /** Opens a path and waits until the network is quiet. */
  open(page: Page, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** The panel of the tab that shows. */
export const shown = (page: Page): Locator => page.locator('[data-tab][data-current="true"]');

export async function benchDesk(): Promise<BenchDesk> {
  const [b, browser]: [HeadcountBench, Browser] = await Promise.all([
    headcountBench({ freePerMonth: 0 }),
    launchChromium(),
  ]);
  const contexts: BrowserContext[] = [];
  const complaints: string[][] = [];
  return {
    b,
    browser,
    contexts,
    complaints,
    async enter(account = 'school', password = demoPassword) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
      contexts.push(context);
      const page = await context.newPage();
      await page.clock.setFixedTime(b.app.clock.now());
      page.setDefaultTimeout(30_000);
      complaints.push(listen(page));
      await page.goto(`${b.app.origin}/login`);
      await page.getByLabel('账号').fill(account);
      await page.getByLabel('密码').fill(password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await page.waitForURL('**/admin/**');
      return page;
    },
    async open(page, path) {
      await page.goto(b.app.origin + path);
      await shown(page).locator('main, .k-page').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
    async stop() {
      for (const context of contexts) await context.close();
      await browser.close();
      await b.app.stop();
    },
  };
}

/** Browser and stand-in server for the tests of the page engines, over sample pages of no particular trade. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { buildSamples } from './samples/build-samples.ts';
import { type SampleServer, sampleServer } from './samples/sample-server.ts';
import { launchChromium, listen } from './shell-support.ts';

export const area = '/admin/organization/sample';

export interface ScreenStage {
  server: SampleServer;
  /** A page of a fresh profile, signed in, at a path below the sample area. */
  open(path: string): Promise<{ page: Page; complaints: string[] }>;
  close(): Promise<void>;
}

/** The panel of the tab that shows. */
export const shown = (page: Page): Locator => page.locator('[data-tab][data-current="true"]');

/** Waits until the list that shows has rows. */
export const rowsShown = (page: Page): Promise<void> => shown(page).locator('.ant-table-row').first().waitFor();

/** Query of the address bar. */
export const queryOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

/** Builds the sample console and starts server and browser. */
export async function startScreens(): Promise<ScreenStage> {
  const dist = await mkdtemp(join(tmpdir(), 'screens-'));
  await buildSamples(dist);
  const server = sampleServer(dist);
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchChromium();
  return {
    server,
    open: async (path) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
      await context.addInitScript(() => localStorage.setItem('onecard.token', 'good-1'));
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const complaints = listen(page);
      await page.goto(`${base}${area}/${path}`);
      await shown(page).locator('main').waitFor();
      return { page, complaints };
    },
    close: async () => {
      await browser.close();
      await server.app.close();
      await rm(dist, { recursive: true, force: true });
    },
  };
}

/** A clerk at the console: signs in at an hour of the test's choosing, and works lists, forms and dialogs by their labels. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import type { TestApp } from '../support/server.ts';
import { listen } from './shell-support.ts';

export interface Desk {
  page: Page;
  /** What the browser's console complained about. */
  complaints: string[];
  /** The panel of the tab that shows. */
  tab(): Locator;
  /** The dialog on top. */
  dialog(): Locator;
  /** Opens a page by its address and waits until nothing of it is loading any more. */
  open(path: string): Promise<void>;
  /** A button of the list's row with this text, behind 更多 or not. */
  row(text: string, button: string): Promise<void>;
  /** Types into a chooser of the tab or dialog and takes the first proposal with the text. */
  choose(within: Locator, label: string, typed: string, shown: string): Promise<void>;
  /** Presses the last button of the dialog on top that says so, and waits for the dialog to go. */
  confirm(button?: RegExp): Promise<void>;
  /** Closes the slip on top, which must say all of these. */
  slip(...says: string[]): Promise<void>;
  /** The second person signs in the dialog on top. */
  sign(account: string): Promise<void>;
  /** Keeps a picture of the page, where SCREENSHOTS names a folder for them. */
  look(name: string): Promise<void>;
  /** Another tab of the same browser, signed in as this one. */
  beside(): Promise<Desk>;
  leave(): Promise<void>;
}

interface Seat {
  /** The demo's by default. */
  password?: string;
  /** A tablet of this size, for fingers; a desk's screen otherwise. */
  tablet?: { width: number; height: number };
}

/** Signs `account` in with a browser whose clock stands at `at`, epoch ms, and runs on from there. */
export async function takeDesk(
  app: TestApp,
  browser: Browser,
  account: string,
  at: number,
  { password = demoPassword, tablet }: Seat = {},
): Promise<Desk> {
  const viewport = tablet ?? { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'zh-CN', hasTouch: tablet !== undefined });
  await context.clock.install({ time: at });
  const desk = await deskIn(app, context);
  const { page } = desk;
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await desk.tab().locator('main').waitFor();
  return desk;
}

/** A desk at a new tab of a browser's profile. */
async function deskIn(app: TestApp, context: BrowserContext): Promise<Desk> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = listen(page);
  const tab = () => page.locator('[data-tab][data-current="true"]');
  const dialog = () => page.getByRole('dialog').last();
  return {
    page,
    complaints,
    tab,
    dialog,
    async open(path) {
      await page.goto(app.origin + path);
      await tab()
        .locator(`main[data-page="${path.split('?')[0]}"]`)
        .waitFor();
      await page.waitForFunction(
        () => !document.querySelector('[data-current="true"] .ant-skeleton, [data-current="true"] .ant-spin-spinning'),
      );
    },
    async row(text, button) {
      const row = tab().locator('.ant-table-row', { hasText: text }).first();
      const own = row.getByRole('button', { name: button, exact: true });
      const more = row.getByRole('button', { name: '更多', exact: true });
      const item = page.getByRole('menuitem', { name: button }).first();
      // The row may still show the state before the last action: its menu is then opened again.
      for (let tries = 0; tries < 15; tries++) {
        await own.or(more).first().waitFor();
        if (await own.isVisible()) return own.click();
        await more.click();
        const shown = await item.waitFor({ timeout: 1000 }).then(
          () => true,
          () => false,
        );
        if (shown) return item.click();
        await page.keyboard.press('Escape');
      }
      throw new Error(`行「${text}」没有「${button}」`);
    },
    async choose(within, label, typed, shown) {
      const input = within.getByLabel(label, { exact: true }).first();
      await input.click();
      if (typed) await input.fill(typed);
      await page.locator('.ant-select-item-option:visible', { hasText: shown }).first().click();
    },
    // Of one amount the button says what and how much.
    async confirm(button = /^(确\s*认|确\s*定|\S+ [\d,.]+ 元)$/) {
      const asked = await dialog().elementHandle();
      await dialog().getByRole('button', { name: button }).last().click();
      await asked?.waitForElementState('hidden');
    },
    async slip(...says) {
      const slip = page.getByRole('dialog').filter({ has: page.locator('.k-receipt') });
      for (const text of says) await slip.getByText(text).first().waitFor();
      await slip.getByRole('button', { name: '关闭' }).last().click();
      await page.locator('.k-receipt:visible').waitFor({ state: 'hidden' });
    },
    async sign(account) {
      const signs = dialog().locator('[data-part="witness"]');
      await signs.getByLabel('账号').fill(account);
      await signs.getByLabel('密码').fill(demoPassword);
    },
    async look(name) {
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
    },
    beside: () => deskIn(app, context),
    leave: () => context.close(),
  };
}

/** Who is told of a bill after signing in puts it off, however late the question comes. */
export async function putOffBills({ page }: Desk): Promise<void> {
  const later = page.getByRole('button', { name: '稍后处理' });
  await page.addLocatorHandler(later, () => later.click());
}

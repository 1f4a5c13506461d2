/**
 * A form whose `lines` have two hundred rows, pasted from a table: what the main thread has to do from a key going
 * down until the frame with its letter is drawn, in the middle of the rows. Processor time of that thread is measured: neither the
 * pace of a screen that is not there counts, nor what the server and the database on the same two cores take away meanwhile.
 */
import type { Page } from 'playwright-core';

export interface LinesFigures {
  rows: number;
  keys: number;
  keyMedianMs: number;
  keyP95Ms: number;
  /** Keys whose work took longer than a frame of 60 a second. */
  late: number;
}

const path = '/admin/organization/food_trace/form';
const rows = 200;
// As much as the cell takes behind the name that stands in it.
const typed = 'abcdefghijklmnopqrstuvwxyz012345';
const frameMs = 1000 / 60;

declare global {
  interface Window {
    /** Kept when the frame after the next input has been drawn. */
    letterDrawn?: Promise<void>;
  }
}

/** Begins to wait in the page for the frame of the next letter. */
const awaitLetter = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    window.letterDrawn = new Promise((drawn) => {
      port1.onmessage = () => drawn();
      window.addEventListener('input', () => requestAnimationFrame(() => port2.postMessage(0)), { once: true });
    });
  });

/** The page is signed in already. */
export async function measureLines(page: Page, origin: string): Promise<LinesFigures> {
  await page.goto(`${origin}${path}`);
  const table = page.locator('[data-current="true"] table[aria-label="人员"]');
  await table.waitFor();
  await page.getByRole('button', { name: '添加一行' }).click();
  const first = table.locator('input[type="text"], input:not([type])').first();
  await first.click();
  await first.evaluate((input, count) => {
    const data = new DataTransfer();
    data.setData('text/plain', Array.from({ length: count }, (_, i) => `就餐人 ${i + 1}`).join('\n'));
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, rows);
  await page.waitForFunction((count) => {
    const lines = document.querySelector('[data-current="true"] table[aria-label="人员"]');
    return Number(lines?.getAttribute('aria-rowcount')) >= count;
  }, rows);
  // From the middle of what is drawn: rows above and below it stand in the form as well.
  const cells = table.locator('tbody input[type="text"], tbody input:not([type])');
  await cells.nth((await cells.count()) >> 1).click();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spentMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const work: number[] = [];
  for (const key of typed) {
    await awaitLetter(page);
    const before = await spentMs();
    await page.keyboard.press(key);
    await page.evaluate(() => window.letterDrawn);
    work.push((await spentMs()) - before);
    await page.waitForTimeout(40);
  }
  await session.detach();
  const held = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
  if (!held?.endsWith(typed)) throw new Error(`typed ${typed}, the cell holds ${held}`);
  work.sort((a, b) => a - b);
  return {
    rows,
    keys: work.length,
    keyMedianMs: work[work.length >> 1] ?? 0,
    keyP95Ms: work[Math.floor(work.length * 0.95)] ?? 0,
    late: work.filter((one) => one > frameMs).length,
  };
}

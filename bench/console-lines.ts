/**
 * A form whose `lines` have two hundred rows, pasted from a table: what the main thread has to do from a key going down until
 * the frame with its letter is drawn, in the middle of the rows. Work is measured, not the pace of a screen that is not there.
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
const typed = 'abcdefghijklmnopqrstuvwxyz0123456789';
const frameMs = 1000 / 60;

declare global {
  interface Window {
    keyWork?: number[];
  }
}

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
  await page.evaluate(() => {
    const channel = new MessageChannel();
    const work: number[] = [];
    window.keyWork = work;
    let begun = 0;
    let spent = 0;
    const begin = () => {
      begun = performance.now();
    };
    // The last to hear of an event: what its listeners changed has been rendered by then.
    const end = () => {
      spent += performance.now() - begun;
    };
    for (const type of ['keydown', 'input']) {
      window.addEventListener(type, begin, true);
      window.addEventListener(type, end);
    }
    window.addEventListener('input', () =>
      requestAnimationFrame(() => {
        const drawing = performance.now();
        channel.port1.onmessage = () => {
          work.push(spent + performance.now() - drawing);
          spent = 0;
        };
        channel.port2.postMessage(0);
      }),
    );
  });
  for (const key of typed) {
    await page.keyboard.press(key);
    await page.waitForTimeout(40);
  }
  const work = (await page.evaluate(() => window.keyWork ?? [])).sort((a, b) => a - b);
  return {
    rows,
    keys: work.length,
    keyMedianMs: work[work.length >> 1] ?? 0,
    keyP95Ms: work[Math.floor(work.length * 0.95)] ?? 0,
    late: work.filter((one) => one > frameMs).length,
  };
}

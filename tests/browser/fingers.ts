/** What a finger needs of a page: targets of 40 px, and nothing wider than the screen. */
import type { Page } from 'playwright-core';

/** A 10-inch tablet, lying and standing. */
export const tabletSizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
] as const;

const pressed =
  '.ant-btn, .ant-select, .sm-cell, .k-row-actions .k-link, .k-home-work > a, .ant-segmented-item, .k-said a, .k-tabs-bar a';

/** What is to be pressed in the tab that shows and answers to less than 40 px of height. */
export const tooLow = (page: Page): Promise<string[]> =>
  page.evaluate((what) => {
    const tab = document.querySelector('[data-tab][data-current="true"]')!;
    const low: string[] = [];
    for (const one of tab.querySelectorAll<HTMLElement>(what)) {
      const { left, width, top, height, bottom } = one.getBoundingClientRect();
      if (width === 0 || top < 0 || bottom > innerHeight - 60) continue;
      const reaches = (y: number) => one.contains(document.elementFromPoint(left + width / 2, y));
      const middle = top + height / 2;
      // A row that is half scrolled out of its table is not pressed there.
      const box = one.closest('.k-table-box')?.getBoundingClientRect();
      if (box && (middle - 22 < box.top || middle + 22 > box.bottom)) continue;
      if (height < 39.5 && !(reaches(middle - 19) && reaches(middle + 19))) low.push(one.innerText);
    }
    return low;
  }, pressed);

/** How far the page, or what scrolls in its place, goes beyond the screen. */
export const beyond = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('[data-tab][data-current="true"] main')!;
    return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
  });

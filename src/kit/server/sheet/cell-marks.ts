/** What a sheet says of a cell beside its text, said in the text itself: it stands in the preview and in the corrected file as well. */

/** A cell that lies under another one merged downwards: only the first of them holds something. */
export const mergedBelow = '（与上方单元格合并）';

const yearless = /^(\d{1,2}月\d{1,2}日)（(\d{4}-\d{2}-\d{2})）$/;

/** A date shown without its year, which is often a `3-2` that was never meant as one: `3月2日（2026-03-02）`. */
export function yearlessDate(date: string): string {
  const [, month, day] = date.split('-');
  return `${Number(month)}月${Number(day)}日（${date}）`;
}

/** What such a cell shows, and the date behind it. */
export function readYearless(text: string): { shown: string; date: string } | undefined {
  const found = yearless.exec(text);
  return found ? { shown: found[1]!, date: found[2]! } : undefined;
}

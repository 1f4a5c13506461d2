/** What of a row of entries fits; the rest stands behind 更多. */
const moreWidth = 64;

/** How many of the items fit into `room` px; all of them, or as many as leave space for 更多. */
export function fitCount(widths: readonly number[], room: number): number {
  const total = widths.reduce((sum, w) => sum + w, 0);
  if (total <= room) return widths.length;
  let used = moreWidth;
  let count = 0;
  for (const width of widths) {
    if (used + width > room) break;
    used += width;
    count += 1;
  }
  return count;
}

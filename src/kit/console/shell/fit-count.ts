/** What of a row of entries fits; the rest stands behind 更多. */
const moreWidth = 64;
/** The arrow behind a name that stands for 更多. */
const arrowWidth = 20;

/**
 * How many of the items fit into `room` px: all of them, or as many as leave space for 更多, which is called by the `active`
 * item's name when that one is behind it.
 */
export function fitCount(widths: readonly number[], room: number, active = -1): number {
  const total = widths.reduce((sum, w) => sum + w, 0);
  if (total <= room) return widths.length;
  const besides = (more: number) => {
    let used = more;
    return widths.findIndex((width) => {
      used += width;
      return used > room;
    });
  };
  const count = besides(moreWidth);
  return active < count ? count : besides(Math.max(moreWidth, (widths[active] ?? 0) + arrowWidth));
}

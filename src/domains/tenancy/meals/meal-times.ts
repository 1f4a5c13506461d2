/** Rules of meal periods: pure. Times are `HH:mm` of the business day, which runs from 04:00 to 28:00. */

export interface MealSpan {
  id: number;
  name: string;
  startTime: string;
  endTime: string;
}

/** First minute of the business day as `HH:mm`: the cut-over of money.md §5. */
export const dayStart = '04:00';

/** The first of `others` in use that shares a minute with the span (ends excluded). Fixed-width texts compare as times. */
export function overlapping<M extends MealSpan>(
  span: { id?: number; startTime: string; endTime: string },
  others: readonly M[],
): M | undefined {
  return others.find((o) => o.id !== span.id && o.startTime < span.endTime && span.startTime < o.endTime);
}

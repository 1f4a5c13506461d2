/** Which rows of a long grid are drawn: those in view and some around. Rows are of one height. */
import { type RefObject, useCallback, useEffect, useState } from 'react';

/** From so many rows on, only those in view are drawn. */
export const virtualFrom = 60;
const around = 12;
export const rowHeightPx = 40;

export interface RowWindow {
  from: number;
  /** Exclusive. */
  to: number;
  /** Scrolls so that the row is drawn. */
  show(row: number): void;
}

export function useWindow(box: RefObject<HTMLElement | null>, count: number): RowWindow {
  const virtual = count > virtualFrom;
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!virtual || !element) return;
    const read = () => setTop(element.scrollTop);
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [box, virtual]);
  const show = useCallback(
    (row: number) => {
      const element = box.current;
      if (
        !element ||
        row * rowHeightPx < element.scrollTop ||
        (row + 3) * rowHeightPx > element.scrollTop + element.clientHeight
      )
        element?.scrollTo({ top: Math.max(0, (row - 3) * rowHeightPx) });
    },
    [box],
  );
  if (!virtual) return { from: 0, to: count, show };
  const first = Math.floor(top / rowHeightPx);
  return {
    from: Math.max(0, first - around),
    to: Math.min(count, first + Math.ceil((box.current?.clientHeight ?? 480) / rowHeightPx) + around),
    show,
  };
}

/** The focus of a form: in its first field when it opens or shows another step, at the wrong field when it is refused. */
import { type RefObject, useEffect, useState } from 'react';
import { focusWithin } from './focus.ts';

/** Frames to wait for a first field whose code is still coming. */
const tries = 60;

/** Into the first field that shows; nobody who began elsewhere meanwhile is torn away. */
function focusFirst(whole: Element, left: number): void {
  const items = [...whole.querySelectorAll('.k-item')];
  const item = items.find((one) => one.getClientRects().length > 0) ?? whole;
  if (focusWithin(item) || left === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusFirst(whole, left - 1);
  });
}

/** `ready`: the inputs take the focus, none is disabled by a call under way. `first`: opens with its first field focused. */
export function useFormFocus(
  box: RefObject<HTMLElement | null>,
  name: string,
  { ready, first }: { ready: boolean; first: boolean },
): { go: (key: string) => void } {
  const [wanted, setWanted] = useState(first ? '' : undefined);
  useEffect(() => {
    if (wanted === undefined || !ready) return;
    setWanted(undefined);
    const whole = box.current?.querySelector('.k-form-scroll');
    // A tab in the background leaves the focus where somebody works.
    if (!whole || whole.getClientRects().length === 0) return;
    if (wanted === '') return focusFirst(whole, tries);
    const item = whole.querySelector(`[data-field="${wanted}"]`) ?? document.getElementById(`${name}_${wanted}`);
    const target = item?.querySelector('.kl-wrong') ?? item;
    target?.scrollIntoView({ block: 'center' });
    if (target) focusWithin(target);
  }, [wanted, ready, box, name]);
  return { go: setWanted };
}

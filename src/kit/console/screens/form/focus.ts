/** Where the focus goes in forms and dialogs: the first field at opening, the wrong field at a refusal, back at closing. */
import { useEffect, useLayoutEffect, useRef } from 'react';

const fields =
  'input:not([type=hidden]):not([disabled]):not([type=file]), textarea:not([disabled]), [role=combobox]:not([aria-disabled=true])';
const buttons = 'button:not([disabled]), [href], [tabindex]:not([tabindex="-1"])';

const isSeen = (element: HTMLElement) => element.getClientRects().length > 0;

/** Puts the focus into the first field below `element`, else on its first button; tells whether there was one. */
export function focusWithin(element: Element, select = false): boolean {
  const own = element.matches(fields) ? [element as HTMLElement] : [];
  const all = [...own, ...element.querySelectorAll<HTMLElement>(fields)];
  // A chosen radio button stands for its group.
  const radio = all.find((e) => e instanceof HTMLInputElement && e.type === 'radio' && e.checked);
  const first = all.find(isSeen);
  const target =
    (first instanceof HTMLInputElement && first.type === 'radio' ? (radio ?? first) : first) ??
    [...element.querySelectorAll<HTMLElement>(buttons)].find(isSeen);
  target?.focus();
  if (select && target instanceof HTMLInputElement && target.type === 'text' && document.activeElement === target)
    target.select();
  return target !== undefined;
}

/**
 * Gives the focus back, when this goes away, to what had it when it came; where that is gone by then, to the first
 * button of the row or tool bar it stood in.
 */
export function useFocusBack(): void {
  const before = useRef<{ element: HTMLElement; around: HTMLElement | null }>(undefined);
  useLayoutEffect(() => {
    const element = document.activeElement;
    if (element instanceof HTMLElement && element !== document.body)
      before.current = { element, around: element.closest<HTMLElement>('tr, [role=toolbar], main') };
    return () => {
      const kept = before.current;
      // After the dialog's own trap has let go.
      setTimeout(() => {
        const free =
          document.activeElement === null ||
          document.activeElement === document.body ||
          !isSeen(document.activeElement as HTMLElement);
        if (!kept || !free) return;
        if (kept.element.isConnected && isSeen(kept.element)) kept.element.focus();
        else if (kept.around?.isConnected) kept.around.querySelector<HTMLElement>(buttons)?.focus();
      });
    };
  }, []);
}

/** Puts the focus into the first field of what `find` answers, once, as soon as it is there. */
export function useFirstFocus(find: () => Element | null, wanted: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    const element = find();
    if (element) done.current = focusWithin(element);
  });
}

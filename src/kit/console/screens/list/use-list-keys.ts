/** `/` goes to the search, `n` starts a new record; only in the tab that shows (a hidden one has no effects). */
import { type RefObject, useEffect } from 'react';

function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    element?.isContentEditable === true ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '') ||
    element?.closest('[role=dialog], [role=menu], [role=listbox]') !== null
  );
}

export function useListKeys(page: RefObject<HTMLElement | null>, onNew: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
      if (event.key === '/') {
        const input = page.current?.querySelector<HTMLElement>('[role=search] input');
        if (!input) return;
        event.preventDefault();
        input.focus();
      } else if (event.key === 'n' && onNew) {
        event.preventDefault();
        onNew();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [page, onNew]);
}

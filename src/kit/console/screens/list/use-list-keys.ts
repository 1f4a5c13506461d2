/**
 * Keys of a list, only in the tab that shows (a hidden one has no effects): `/` goes to the search, `n` starts a new record; j, k
 * and the arrows mark a row, Enter opens it, e edits it, x chooses it.
 */
import { type RefObject, useEffect } from 'react';

function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    element?.isContentEditable === true ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '') ||
    element?.closest('[role=dialog], [role=menu], [role=listbox], [role=tablist]') !== null
  );
}

/** A button or link takes Enter itself. */
const pressable = (target: EventTarget | null) => (target as HTMLElement | null)?.closest('a, button, summary') != null;

export interface RowKeys {
  /** Marks the next row, or the one before. */
  step: (by: 1 | -1) => void;
  open: () => void;
  edit: () => void;
  choose: () => void;
}

const stepOf: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export function useListKeys(
  page: RefObject<HTMLElement | null>,
  onNew: (() => void) | undefined,
  rows: RowKeys | undefined,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
      if (document.querySelector('.ant-modal-wrap:not([style*="none"]), .ant-drawer-open')) return;
      const step = stepOf[event.key];
      if (rows && step) rows.step(step);
      else if (rows && event.key === 'Enter' && !pressable(event.target)) rows.open();
      else if (rows && event.key === 'e') rows.edit();
      else if (rows && event.key === 'x') rows.choose();
      else if (event.key === 'n' && onNew) onNew();
      else if (event.key === '/') {
        const input = page.current?.querySelector<HTMLElement>('[role=search] input');
        if (!input) return;
        input.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [page, onNew, rows]);
}

/** Moving about in a grid of lines by keyboard: Enter and arrows from cell to cell, Tab past the end to a new row. */
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { focusWithin } from '../focus.ts';
import type { Place } from './cells.ts';

/** Is a list or calendar of the cell open? Then Enter and arrows are its own. */
const opened = (target: HTMLElement): boolean =>
  target.getAttribute('aria-expanded') === 'true' ||
  (target.closest('.ant-picker') !== null &&
    document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') !== null);

/** Is the caret at that edge of what was typed? */
function atEdge(target: HTMLElement, side: 'start' | 'end'): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  const at = side === 'start' ? target.selectionStart : target.selectionEnd;
  return at === null || at === (side === 'start' ? 0 : target.value.length);
}

export function placeOf(target: EventTarget | null): Place | undefined {
  const name = (target as HTMLElement | null)?.closest?.('[data-cell]')?.getAttribute('data-cell');
  const [row, cell] = name?.split(':').map(Number) ?? [];
  return row === undefined || cell === undefined ? undefined : { row, cell };
}

interface Host {
  rows: number;
  cells: number;
  /** May rows be added and removed? */
  open: boolean;
  /** Is the last row filled in, so that Tab goes on to a new one? */
  lastFilled(): boolean;
  add(): void;
  remove(row: number): void;
  /** Draws the row, should it be out of sight. */
  show(row: number): void;
}

/** The handler of the grid, and how to put the focus into a cell that may still have to be drawn. */
export function useLinesKeys(box: RefObject<HTMLElement | null>, host: Host) {
  const [wanted, setWanted] = useState<Place>();
  const go = (place: Place) => {
    host.show(place.row);
    setWanted(place);
  };
  // Without dependencies: the cell may come with any later drawing.
  useEffect(() => {
    const cell = wanted && box.current?.querySelector<HTMLElement>(`[data-cell="${wanted.row}:${wanted.cell}"]`);
    if (!cell) return;
    focusWithin(cell, true);
    setWanted(undefined);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const at = placeOf(target);
    if (!at || event.altKey || event.metaKey || event.nativeEvent.isComposing || opened(target)) return;
    const { row, cell } = at;
    const last = row === host.rows - 1;
    const to = ((): Place | 'new' | undefined => {
      if (event.ctrlKey) return undefined;
      switch (event.key) {
        case 'Enter':
          return event.shiftKey
            ? { row: row - 1, cell }
            : last
              ? host.open
                ? 'new'
                : undefined
              : { row: row + 1, cell };
        case 'ArrowDown':
          return { row: row + 1, cell };
        case 'ArrowUp':
          return { row: row - 1, cell };
        case 'ArrowLeft':
          return atEdge(target, 'start') ? { row, cell: cell - 1 } : undefined;
        case 'ArrowRight':
          return atEdge(target, 'end') ? { row, cell: cell + 1 } : undefined;
        case 'Tab':
          return last && cell === host.cells - 1 && !event.shiftKey && host.open && host.lastFilled()
            ? 'new'
            : undefined;
      }
      return undefined;
    })();
    if (event.ctrlKey && event.key === 'Delete' && host.open) {
      event.preventDefault();
      host.remove(row);
      go({ row: Math.max(0, last ? row - 1 : row), cell });
    } else if (to === 'new') {
      event.preventDefault();
      event.stopPropagation();
      host.add();
      go({ row: row + 1, cell: event.key === 'Tab' ? 0 : cell });
    } else if (to || (event.key === 'Enter' && !event.ctrlKey)) {
      // Captured before the input hears it: a chooser would open on Enter and arrows.
      event.preventDefault();
      event.stopPropagation();
      if (to && to.row >= 0 && to.row < host.rows && to.cell >= 0 && to.cell < host.cells) go(to);
    }
  };
  return { onKeyDown, go };
}

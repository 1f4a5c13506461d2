/**
 * Rows as they are typed. The grid has each letter at once; the form, which checks, keeps and draws anew all of itself for
 * every change, hears of them when the keys pause or the focus leaves, so that one key costs one row.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Line } from './cells.ts';

/** Longer than the time between two letters of a quick typist. */
const pauseMs = 250;

interface Typed {
  rows: readonly Line[];
  /** What the form held when they were typed: another value of the form's wins. */
  over: readonly Line[];
}

export interface TypedRows {
  rows: readonly Line[];
  /** The rows as they stand this moment, for those who change them. */
  now(): readonly Line[];
  /** A letter more: told to the form in the next pause. */
  type(rows: readonly Line[]): void;
  /** Rows added, removed, pasted: told to the form at once. */
  change(rows: readonly Line[]): void;
  /** Tells the form what it has not heard yet. */
  tell(): void;
}

export function useTypedRows(
  value: readonly Line[],
  onChange: ((rows: readonly Line[]) => void) | undefined,
): TypedRows {
  const [, drawAnew] = useState(0);
  const typed = useRef<Typed>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const form = useRef({ value, onChange });
  form.current = { value, onChange };

  const now = useCallback(
    () => (typed.current?.over === form.current.value ? typed.current.rows : form.current.value),
    [],
  );
  const change = useCallback((rows: readonly Line[]) => {
    clearTimeout(timer.current);
    typed.current = undefined;
    form.current.onChange?.(rows);
  }, []);
  const tell = useCallback(() => {
    if (typed.current?.over === form.current.value) change(typed.current.rows);
  }, [change]);
  const type = useCallback(
    (rows: readonly Line[]) => {
      typed.current = { rows, over: form.current.value };
      drawAnew((n) => n + 1);
      clearTimeout(timer.current);
      timer.current = setTimeout(tell, pauseMs);
    },
    [tell],
  );
  useEffect(() => tell, [tell]);
  return { rows: now(), now, type, change, tell };
}

/**
 * Rows as they are typed. Those who draw them have each letter at once (`useNow`); the form and the editor, which check, keep
 * and draw anew all of themselves for every change, hear of them when the keys pause or the focus leaves: one key costs one row.
 */
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Line } from './cells.ts';

/** Longer than the time between two letters of a quick typist. */
const pauseMs = 250;

interface Typed {
  rows: readonly Line[];
  /** What the form held when they were typed: another value of the form's wins. */
  over: readonly Line[];
}

export interface TypedRows {
  /** The rows as they stand this moment, for those who change them. */
  now(): readonly Line[];
  /** A letter more: told to the form in the next pause. */
  type(rows: readonly Line[]): void;
  /** Rows added, removed, pasted: told to the form at once. */
  change(rows: readonly Line[]): void;
  /** Tells the form what it has not heard yet. */
  tell(): void;
  /** Calls `listener` for every letter. */
  subscribe(listener: () => void): () => void;
}

/** The rows with every letter; draws anew who asks. */
export const useNow = ({ subscribe, now }: TypedRows): readonly Line[] => useSyncExternalStore(subscribe, now);

/** The same object for the life of the editor. */
export function useTypedRows(
  value: readonly Line[],
  onChange: ((rows: readonly Line[]) => void) | undefined,
): TypedRows {
  const typed = useRef<Typed>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listeners = useRef(new Set<() => void>());
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
      for (const listener of listeners.current) listener();
      clearTimeout(timer.current);
      timer.current = setTimeout(tell, pauseMs);
    },
    [tell],
  );
  const subscribe = useCallback((listener: () => void) => {
    listeners.current.add(listener);
    return () => {
      listeners.current.delete(listener);
    };
  }, []);
  useEffect(() => tell, [tell]);
  return useMemo(() => ({ now, type, change, tell, subscribe }), [now, type, change, tell, subscribe]);
}

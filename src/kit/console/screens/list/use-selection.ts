/** Rows chosen on any page of a list; they stay chosen while one leafs through. */
import { useCallback, useMemo, useState } from 'react';
import type { AnyRow } from '../logic/actions.ts';

export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, AnyRow>>(new Map());
  const onChange = useCallback((ids: number[], rows: AnyRow[]) => {
    // antd hands back undefined for rows of other pages it no longer knows.
    setChosen((before) => {
      const known = new Map([...before, ...rows.filter(Boolean).map((row) => [row.id, row] as const)]);
      return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
    });
  }, []);
  const clear = useCallback(() => setChosen(new Map()), []);
  return {
    ids: useMemo(() => [...chosen.keys()], [chosen]),
    rows: useMemo(() => [...chosen.values()], [chosen]),
    onChange,
    clear,
  };
}

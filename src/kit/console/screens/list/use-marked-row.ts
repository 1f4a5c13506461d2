/** The row the keys of a list stand on, and what they do to it. */
import { useCallback, useMemo, useState } from 'react';
import { openTab } from '../../nav/tabs-store.ts';
import type { List } from './use-list.ts';
import type { RowKeys } from './use-list-keys.ts';

/** The mark goes with the row: where the list no longer has it, none is marked. */
export function useMarkedRow(list: List): { marked: number | undefined; keys: RowKeys } {
  const { rows, record, drill, shown, host, selection, batch } = list;
  const [at, setAt] = useState<number>();
  const index = rows.findIndex((row) => row.id === at);
  const row = rows[index];
  const { run, buttonsOf } = host;
  const { ids, onChange } = selection;
  const step = useCallback(
    (by: 1 | -1) => {
      const next = rows[index < 0 ? (by > 0 ? 0 : rows.length - 1) : index + by];
      if (next) setAt(next.id);
    },
    [rows, index],
  );
  const keys = useMemo(
    (): RowKeys => ({
      step,
      open: () => {
        if (!row) return;
        if (record) return record.onView(row);
        const to = shown.map((column) => drill?.(row, column)).find((one) => one !== undefined);
        if (to) openTab(to);
      },
      edit: () => {
        const button = row && buttonsOf(row).find(({ key, reason }) => key === 'edit' && reason === undefined);
        if (row && button) run(button, row);
      },
      choose: () => {
        if (!row || batch.length === 0) return;
        onChange(ids.includes(row.id) ? ids.filter((id) => id !== row.id) : [...ids, row.id], [row]);
      },
    }),
    [step, row, record, shown, drill, buttonsOf, run, batch, ids, onChange],
  );
  return { marked: row?.id, keys };
}

/** The rows of a record, read only. */
import { lazy, Suspense } from 'react';
import type { Field } from '../../../../define/field.ts';
import type { Line } from './cells.ts';

const LinesEditor = lazy(() => import('./lines-editor.tsx'));

export function LinesShown({ field, fieldKey, row }: { field: Field; fieldKey: string; row: Line }) {
  const rows = row[fieldKey];
  return (
    <Suspense fallback={<span className="k-help">正在加载…</span>}>
      <LinesEditor
        field={field}
        fieldKey={fieldKey}
        disabled
        readOnly
        value={Array.isArray(rows) ? (rows as Line[]) : null}
      />
    </Suspense>
  );
}

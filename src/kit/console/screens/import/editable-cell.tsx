/** A cell of the check's grid: its text, and where it is clicked a place to correct it. */
import { useState } from 'react';
import type { Field } from '../../../define/field.ts';
import { CellInput } from './cell-input.tsx';

interface Props {
  field: Field;
  rowNo: number;
  /** As it stands in the file, and as it was corrected. */
  text: string;
  corrected: string | undefined;
  onCorrect: (text: string) => void;
}

export function EditableCell({ field, rowNo, text, corrected, onCorrect }: Props) {
  const [draft, setDraft] = useState<string>();
  const now = corrected ?? text;
  const label = `第 ${rowNo} 行的${field.label}`;
  if (draft !== undefined)
    return (
      <CellInput
        field={field}
        label={label}
        value={draft}
        onChange={setDraft}
        inCell={{
          onDone: (value) => {
            setDraft(undefined);
            if (value !== now) onCorrect(value);
          },
          onCancel: () => setDraft(undefined),
        }}
      />
    );
  return (
    <button
      type="button"
      className={corrected === undefined ? 'k-cell-edit' : 'k-cell-edit k-cell-edited'}
      aria-label={`修改${label}：${now || '空'}`}
      onClick={() => setDraft(now)}
    >
      {now || <span className="k-muted">—</span>}
    </button>
  );
}

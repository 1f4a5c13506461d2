/** Types a cell's text as it would stand in the file; fields with a list of values offer it. */
import { Input, Select } from 'antd';
import type { Field } from '../../../define/field.ts';

interface Props {
  field: Field;
  /** Name for those who do not see the column. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** In a cell of the grid: takes the focus, Enter and leaving it take the text, Escape does not. */
  inCell?: { onDone: (text: string) => void; onCancel: () => void };
  placeholder?: string;
}

/** The words a cell of this field may hold, where there is a list of them. */
export function wordsOf(field: Field): string[] | undefined {
  if (field.kind === 'choice') return (field.choices ?? []).map((choice) => choice.label);
  return field.kind === 'bool' ? ['是', '否'] : undefined;
}

export function CellInput({ field, label, value, onChange, inCell, placeholder }: Props) {
  const words = wordsOf(field);
  if (words)
    return (
      <Select<string>
        aria-label={label}
        className="k-cell-input"
        size="small"
        value={value === '' ? (null as unknown as string) : value}
        placeholder={placeholder ?? '请选择'}
        allowClear={!field.required}
        options={words.map((word) => ({ value: word, label: word }))}
        onChange={(word) => (inCell ? inCell.onDone(word ?? '') : onChange(word ?? ''))}
        {...(inCell ? { autoFocus: true, defaultOpen: true, onBlur: inCell.onCancel } : {})}
      />
    );
  return (
    <Input
      aria-label={label}
      className="k-cell-input"
      size="small"
      maxLength={1000}
      value={value}
      placeholder={placeholder ?? ''}
      onChange={(event) => onChange(event.target.value)}
      {...(inCell
        ? {
            autoFocus: true,
            onBlur: () => inCell.onDone(value),
            onPressEnter: () => inCell.onDone(value),
            onKeyDown: (event) => {
              if (event.key !== 'Escape') return;
              // Leaves the cell, not the dialog.
              event.stopPropagation();
              inCell.onCancel();
            },
          }
        : {})}
    />
  );
}

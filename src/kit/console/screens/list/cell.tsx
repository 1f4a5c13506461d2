/** The inside of one table cell, by the field's kind. */
import type { Field } from '../../../define/field.ts';
import { formatShortTime } from '../../clock.ts';
import { Evidence } from '../../widgets/evidence.tsx';
import { MoneyText } from '../../widgets/money-text.tsx';
import { StatusTag, ToneTag } from '../../widgets/status-tag.tsx';
import { StoredFile } from '../../widgets/stored-file.tsx';
import { usePicture } from '../../widgets/use-picture.ts';
import { formatValue } from '../logic/format.ts';
import { isBlank } from '../logic/validate.ts';

export interface CellProps {
  field: Field;
  fieldKey: string;
  row: Readonly<Record<string, unknown>>;
  /** Column too narrow for a full time. */
  narrow?: boolean;
}

export function Cell({ field, fieldKey, row, narrow }: CellProps) {
  const value = row[fieldKey];
  const none = field.noneOf?.(row) ?? field.none;
  if (none && (isBlank(value) || (Array.isArray(value) && value.length === 0))) return <None text={none} />;
  switch (field.kind) {
    case 'money':
      return <MoneyText fen={typeof value === 'number' ? value : null} />;
    case 'choice':
      return <StatusTag choices={field.choices} value={value} />;
    case 'bool':
      if (field.words && !isBlank(value)) {
        const said = field.words[value === true ? 0 : 1];
        // A flag that is not raised says nothing, but not like a cell forgotten.
        if (said.label === '') return <Dash />;
        return said.tone ? <ToneTag tone={said.tone} text={said.label} /> : <span>{said.label}</span>;
      }
      return isBlank(value) ? (
        <Dash />
      ) : (
        <span className={value === true ? '' : 'k-muted'}>{value === true ? '是' : '否'}</span>
      );
    case 'image':
      return isBlank(value) ? (
        <Dash />
      ) : ofTerminal(value) ? (
        <Evidence fileKey={value} label={field.label} />
      ) : (
        <Thumb imageKey={String(value)} label={field.label} signed={field.purpose === 'signature'} />
      );
    case 'file':
      if (ofTerminal(value)) return <Evidence fileKey={value} label={field.label} />;
      return isBlank(value) ? <Dash /> : <StoredFile fileKey={String(value)} label={field.label} />;
    case 'time':
      if (narrow && !isBlank(value))
        return <span title={formatValue(field, fieldKey, row)}>{formatShortTime(String(value))}</span>;
      break;
    case 'int':
    case 'weight':
    case 'decimal':
    case 'percent':
      if (typeof value === 'number')
        return (
          <span
            className={
              value < 0 || (field.alarm && value > 0) ? 'k-num k-negative' : value === 0 ? 'k-num k-muted' : 'k-num'
            }
          >
            {formatValue(field, fieldKey, row)}
          </span>
        );
      break;
  }
  const text = formatValue(field, fieldKey, row);
  return text === '' ? <Dash /> : <span title={text}>{text}</span>;
}

/** Key of what a terminal photographed or filmed. */
const ofTerminal = (value: unknown): value is string => typeof value === 'string' && value.startsWith('evidence/');

/** Nothing, where that means something. */
const None = ({ text }: { text: string }) => <span className="k-muted">{text}</span>;

export function Dash() {
  return <span className="k-muted">—</span>;
}

function Thumb({ imageKey, label, signed }: { imageKey: string; label: string; signed: boolean }) {
  const url = usePicture(imageKey);
  return url ? <img className={signed ? 'k-signed' : 'k-thumb'} loading="lazy" alt={label} src={url} /> : <Dash />;
}

/** The inside of one table cell, by the field's kind. */
import type { Field } from '../../../define/field.ts';
import { formatShortTime } from '../../clock.ts';
import { imageUrl } from '../../http/site.ts';
import { MoneyText } from '../../widgets/money-text.tsx';
import { StatusTag } from '../../widgets/status-tag.tsx';
import { useSite } from '../../widgets/use-site.ts';
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
  switch (field.kind) {
    case 'money':
      return <MoneyText fen={typeof value === 'number' ? value : null} />;
    case 'choice':
      return <StatusTag choices={field.choices} value={value} />;
    case 'bool':
      return isBlank(value) ? (
        <Dash />
      ) : (
        <span className={value === true ? '' : 'k-muted'}>{value === true ? '是' : '否'}</span>
      );
    case 'image':
      return isBlank(value) ? <Dash /> : <Thumb imageKey={String(value)} label={field.label} />;
    case 'time':
      if (narrow && !isBlank(value))
        return <span title={formatValue(field, fieldKey, row)}>{formatShortTime(String(value))}</span>;
      break;
    case 'int':
    case 'weight':
    case 'percent':
      if (typeof value === 'number')
        return (
          <span className={value < 0 ? 'k-num k-negative' : value === 0 ? 'k-num k-muted' : 'k-num'}>
            {formatValue(field, fieldKey, row)}
          </span>
        );
      break;
  }
  const text = formatValue(field, fieldKey, row);
  return text === '' ? <Dash /> : <span title={text}>{text}</span>;
}

export function Dash() {
  return <span className="k-muted">—</span>;
}

function Thumb({ imageKey, label }: { imageKey: string; label: string }) {
  const site = useSite();
  return <img className="k-thumb" loading="lazy" alt={label} src={imageUrl(imageKey, site)} />;
}

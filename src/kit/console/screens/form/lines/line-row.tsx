/** One row of a grid of lines: inputs where something is asked, text where it is only shown. */
import { Button, Checkbox } from 'antd';
import { memo } from 'react';
import { type Field, type LinesSpec, nameKey } from '../../../../define/field.ts';
import { seenKeys, shownCells } from '../../../../define/form.ts';
import { Link } from '../../../nav/link.tsx';
import { Cell } from '../../list/cell.tsx';
import { fillLocation } from '../../logic/template.ts';
import { Control } from '../field-input.tsx';
import type { Line } from './cells.ts';

export interface RowHost {
  put(row: number, key: string, value: unknown): void;
  remove(row: number): void;
  pick(row: number, on: boolean): void;
}

export interface LineRowProps {
  spec: LinesSpec;
  line: Line;
  row: number;
  host: RowHost;
  disabled: boolean;
  readOnly: boolean;
  /** Shown names of ref cells: cell → id → name. */
  names: Readonly<Record<string, ReadonlyMap<number, string>>>;
  /** Cells that are wrong: key → message. */
  wrong: Readonly<Record<string, string>> | undefined;
}

/** What stands over a cell: money and measures say their unit. */
export const cellTitle = ({ kind, label, unit }: Field): string =>
  kind === 'money' ? `${label}（元）` : unit ? `${label}（${unit}）` : label;

/** The line with the names of its refs, as cells show them. */
function named(spec: LinesSpec, line: Line, names: LineRowProps['names']): Line {
  const more: Record<string, unknown> = {};
  for (const key of Object.keys(spec.fields)) {
    const value = line[key];
    const known = names[key];
    if (!known || line[nameKey(key)] !== undefined) continue;
    if (typeof value === 'number') more[nameKey(key)] = known.get(value) ?? `#${value}`;
    else if (Array.isArray(value)) more[nameKey(key)] = value.map((id) => known.get(id) ?? `#${id}`);
  }
  return { ...line, ...more };
}

interface AskedProps {
  field: Field;
  fieldKey: string;
  row: number;
  shown: Line;
  disabled: boolean;
  host: RowHost;
}

/** The same for this cell, whatever the cells beside it say; choices within another cell hear of every one. */
function sameCell(a: AskedProps, b: AskedProps): boolean {
  if (a.field !== b.field || a.row !== b.row || a.disabled !== b.disabled || a.host !== b.host) return false;
  const { field, fieldKey, shown } = a;
  const name = nameKey(fieldKey);
  return (
    shown === b.shown ||
    (field.within === undefined &&
      Object.is(shown[fieldKey], b.shown[fieldKey]) &&
      String(shown[name] ?? '') === String(b.shown[name] ?? ''))
  );
}

const Asked = memo(function Asked({ field, fieldKey, row, shown, disabled, host }: AskedProps) {
  return (
    <Control
      field={field}
      fieldKey={fieldKey}
      row={shown}
      disabled={disabled}
      label={`第 ${row + 1} 行 ${field.label}`}
      compact
      value={shown[fieldKey]}
      onChange={(value) => host.put(row, fieldKey, value)}
    />
  );
}, sameCell);

const Remove = memo(function Remove({ row, disabled, host }: Pick<LineRowProps, 'row' | 'disabled' | 'host'>) {
  return (
    <Button
      type="text"
      size="small"
      danger
      tabIndex={-1}
      disabled={disabled}
      aria-label={`删除第 ${row + 1} 行`}
      title="删除（Ctrl+Delete）"
      onClick={() => host.remove(row)}
    >
      删除
    </Button>
  );
});

export const LineRow = memo(function LineRow({
  spec,
  line,
  row,
  host,
  disabled,
  readOnly,
  names,
  wrong,
}: LineRowProps) {
  const shown = named(spec, line, names);
  const seen = new Set(seenKeys(spec.fields, Object.keys(spec.fields), line));
  const problem = typeof line.problem === 'string' && line.problem !== '' ? line.problem : undefined;
  let cell = -1;
  return (
    <tr className={spec.pick && (problem || line.off === true) ? 'kl-off' : ''}>
      {spec.pick ? (
        <td className="kl-pick">
          <Checkbox
            aria-label={`选择第 ${row + 1} 行`}
            disabled={disabled || problem !== undefined}
            checked={problem === undefined && line.off !== true}
            onChange={(event) => host.pick(row, event.target.checked)}
          />
        </td>
      ) : null}
      <td className="kl-no">{row + 1}</td>
      {shownCells(spec).map(([key, field]) => {
        const asked = !field.readOnly && !readOnly;
        if (asked) cell += 1;
        const message = wrong?.[key];
        return (
          <td
            key={key}
            className={message ? 'kl-wrong' : numeric.has(field.kind) ? 'kl-num' : ''}
            title={message ?? ''}
            data-label={asked && field.required ? `* ${cellTitle(field)}` : cellTitle(field)}
            {...(asked && field.help ? { 'data-help': field.help } : {})}
            {...(asked ? { 'data-cell': `${row}:${cell}` } : {})}
          >
            {asked ? (
              <Asked
                field={field}
                fieldKey={key}
                row={row}
                shown={shown}
                disabled={disabled || !seen.has(key) || problem !== undefined}
                host={host}
              />
            ) : spec.open?.[key] && line[key] ? (
              <Link to={fillLocation(spec.open[key], line)}>
                <Cell field={field} fieldKey={key} row={shown} />
              </Link>
            ) : (
              <Cell field={field} fieldKey={key} row={shown} />
            )}
          </td>
        );
      })}
      {spec.pick ? (
        <td>
          {problem ? (
            <span className="k-negative">{problem}</span>
          ) : (
            <>
              {line.warning ? <b>{String(line.warning)}　</b> : null}
              <span className="k-muted">{String(line.note ?? '')}</span>
            </>
          )}
        </td>
      ) : null}
      {readOnly || spec.fixed ? null : (
        <td className="kl-end">
          <Remove row={row} disabled={disabled} host={host} />
        </td>
      )}
    </tr>
  );
});

const numeric = new Set<Field['kind']>(['int', 'money', 'percent', 'weight', 'decimal']);

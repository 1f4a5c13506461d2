/**
 * The rows of a document, edited in place: added, removed, pasted from a spreadsheet, imported, walked by keyboard; of a
 * long one only the rows in view are drawn. Also the grid of a preview, whose rows are chosen, and of a record, read only.
 */
import { Button, Checkbox, Form } from 'antd';
import { FormItemInputContext } from 'antd/es/form/context.js';
import { type ClipboardEvent, type KeyboardEvent, memo, useContext, useMemo, useRef, useState } from 'react';
import { lineFaults } from '../../../../define/check-value.ts';
import { type Field, type LinesSpec, mostLines } from '../../../../define/field.ts';
import { shownCells } from '../../../../define/form.ts';
import { ApiError, post } from '../../../http/client.ts';
import { DownloadButton } from '../../../widgets/download-button.tsx';
import { FileButton } from '../../../widgets/file-button.tsx';
import { useNarrow } from '../../../widgets/use-narrow.ts';
import type { Option } from '../../../widgets/use-options.ts';
import { defaultWidth } from '../../logic/columns.ts';
import { sumText } from '../../logic/format.ts';
import { fromTsv } from '../../logic/tsv.ts';
import { isBlankLine } from '../../logic/validate.ts';
import { FormContext, type FormInfo } from '../form-context.ts';
import {
  coveredCells,
  editableCells,
  emptyLine,
  headingOf,
  type Line,
  laidOver,
  stillWrong,
  totalsOf,
  withCell,
  withoutBlanks,
} from './cells.ts';
import { cellTitle, LineRow, type LineRowProps, type RowHost } from './line-row.tsx';
import { type ReadLines, readCells, readFile } from './lines-api.ts';
import { useCellNames } from './use-cell-names.ts';
import { placeOf, useLinesKeys } from './use-lines-keys.ts';
import { type TypedRows, useNow, useTypedRows } from './use-typed-rows.ts';
import { rowHeightPx, useWindow } from './use-window.ts';
import './lines.css';

interface Props {
  id?: string;
  field: Field;
  fieldKey: string;
  disabled: boolean;
  readOnly?: boolean;
  value: readonly Line[] | null;
  onChange?: (rows: readonly Line[]) => void;
}

const none: readonly Line[] = [];
/** Rows that a phone draws as cards. */
const mostCards = 100;
/** What stands of the form's item is no matter of a cell: each would be drawn anew with every check of the whole. */
const ofNoItem = {};

/** The form as its lines need to know it: another one only when something besides themselves has changed, for each cell reads it. */
function useBesides(form: FormInfo, fieldKey: string): FormInfo {
  const kept = useRef(form);
  const { values } = kept.current;
  const keys = new Set([...Object.keys(values), ...Object.keys(form.values)]);
  const same = [...keys].every((key) => key === fieldKey || Object.is(values[key], form.values[key]));
  if (!same || kept.current.path !== form.path) kept.current = form;
  return kept.current;
}

export default function LinesEditor({ id, field, fieldKey, disabled, readOnly = false, value, onChange }: Props) {
  const spec = field.lines!;
  const rows = value ?? none;
  const lines = useTypedRows(rows, onChange);
  const most = field.max ?? mostLines;
  const box = useRef<HTMLDivElement>(null);
  const form = useContext(FormContext);
  const { path, faults } = form;
  const besides = useBesides(form, fieldKey);
  const { status } = Form.Item.useStatus();
  const [told, setTold] = useState<{ text: string; bad: boolean }>();
  const [busy, setBusy] = useState(false);
  const names = useCellNames(spec, rows);
  // A phone has no room for columns; a list too long to be drawn whole scrolls there as it does elsewhere.
  const phone = useNarrow() && rows.length <= mostCards;
  const cards = spec.cards === true || phone;
  // Cards are of many heights: all of them are drawn.
  const drawn = useWindow(box, cards ? 0 : rows.length);
  const { from, show } = drawn;
  const to = cards ? rows.length : drawn.to;
  const open = !readOnly && !spec.fixed;

  const { now, type, change } = lines;
  const host = useMemo<RowHost>(
    () => ({
      put: (row, key, cell) => {
        // The name of a chosen record is asked with the rows the form knows.
        const tell = spec.fields[key]?.source ? change : type;
        tell(now().map((line, i) => (i === row ? withCell(spec, line, key, cell) : line)));
      },
      remove: (row) => change(now().filter((_, i) => i !== row)),
      pick: (row, on) => change(now().map((line, i) => (i === row ? { ...line, off: !on } : line))),
    }),
    [spec, now, type, change],
  );
  const add = () => {
    if (now().length < most) change([...now(), emptyLine(spec)]);
    else setTold({ text: `不能超过 ${most} 行`, bad: true });
  };
  const cells = editableCells(spec).length;
  const keys = useLinesKeys(box, {
    rows: rows.length,
    cells,
    open,
    lastFilled: () => {
      const last = now().at(-1);
      return last !== undefined && !isBlankLine(spec, last);
    },
    add,
    remove: host.remove,
    show,
  });

  const wrong = useMemo(() => {
    const found = new Map<number, Record<string, string>>();
    const note = (row: number, key: string, message: string) => found.set(row, { ...found.get(row), [key]: message });
    if (status === 'error' && !spec.pick)
      for (const fault of lineFaults(field, rows))
        if (fault.row !== undefined) note(fault.row, fault.key ?? '', fault.message);
    for (const [at, message] of Object.entries(faults)) {
      const [key, row, cell] = at.split('.');
      if (key === fieldKey && cell !== undefined) note(Number(row), cell, message);
    }
    return found;
  }, [field, fieldKey, faults, rows, spec, status]);

  /** Lays rows that were read over those that stand, and says what of them could not be read. */
  const take = (read: ReadLines, at: number) => {
    const next = laidOver(spec, now(), at, read.rows);
    change(next.slice(0, most));
    const problems = read.problems.slice(0, 5).map(({ row, key, message }) => {
      const label = spec.fields[key]?.label ?? key;
      return `第 ${at + row + 1} 行 ${label}${message}`;
    });
    const more = read.problems.length > problems.length ? ` 等 ${read.problems.length} 处` : '';
    const cut = next.length > most ? `；不能超过 ${most} 行，其余没有读入` : '';
    setTold(
      problems.length > 0 || cut
        ? { text: `已读入 ${read.rows.length} 行。${problems.join('；')}${more}${cut}`, bad: true }
        : { text: `已读入 ${read.rows.length} 行`, bad: false },
    );
    show(at);
  };
  const working = async (work: () => Promise<void>) => {
    setBusy(true);
    setTold(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTold({ text: error.message, bad: true });
    } finally {
      setBusy(false);
    }
  };
  /** Where read rows begin: after the last one that says something. */
  const end = () => withoutBlanks(spec, now()).length;
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const at = placeOf(event.target);
    if (disabled || readOnly || !at || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    event.stopPropagation();
    const table = fromTsv(text);
    const heading = headingOf(spec, table[0] ?? []);
    const body = heading ? table.slice(1) : table;
    const columns = heading ?? coveredCells(spec, at.cell, Math.max(...table.map((row) => row.length)));
    void working(async () => take(await readCells(path, fieldKey, columns, body), at.row));
  };
  const fill = spec.fill;
  const addAll = () =>
    working(async () => {
      const source = spec.fields[fill!]?.source ?? '';
      const all = await post<Option[]>(source, 'options', { size: 200 });
      const there = new Set(now().map((row) => row[fill!]));
      const kept = withoutBlanks(spec, now());
      const missing = all.filter((o) => !o.disabled && !there.has(o.id));
      change([...kept, ...missing.map((o) => ({ ...emptyLine(spec), [fill!]: o.id }))].slice(0, most));
    });

  const onKeyDown = (event: KeyboardEvent) => {
    // The form hands in what it knows of.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) lines.tell();
    keys.onKeyDown(event);
  };

  const act = useRef<Acts>(undefined as never);
  act.current = {
    add: () => {
      add();
      keys.go({ row: rows.length, cell: 0 });
    },
    addAll: () => void addAll(),
    read: (file) => void working(async () => take(await readFile(path, fieldKey, file), end())),
  };

  const shown = shownCells(spec);
  const picked = spec.pick ? rows.filter((row) => !row.problem && row.off !== true).length : rows.length;
  const possible = spec.pick ? rows.filter((row) => !row.problem).length : 0;
  const before = spec.pick ? 2 : 1;
  const columns = before + shown.length + (spec.pick ? 1 : 0) + (open ? 1 : 0);
  return (
    <div className={cards ? 'kl kl-cards' : 'kl'} id={id} data-part="lines">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears its cells */}
      <div
        // A box without a cell to type in is scrolled by keys itself.
        tabIndex={readOnly || rows.length === 0 ? 0 : undefined}
        className="kl-box"
        ref={box}
        onKeyDownCapture={readOnly ? undefined : onKeyDown}
        onPasteCapture={paste}
        onBlur={lines.tell}
      >
        <table aria-label={field.label} aria-rowcount={rows.length}>
          <thead>
            <tr>
              {spec.pick ? (
                <th className="kl-pick">
                  <Checkbox
                    aria-label="选择全部"
                    disabled={disabled || possible === 0}
                    checked={picked > 0 && picked === possible}
                    indeterminate={picked > 0 && picked < possible}
                    onChange={(event) => change(rows.map((row) => ({ ...row, off: !event.target.checked })))}
                  />
                </th>
              ) : null}
              <th className="kl-no">行</th>
              {shown.map(([key, cell]) => (
                <th key={key} style={{ minWidth: cellWidth(cell, readOnly) }} scope="col">
                  {cell.required && !readOnly && !cell.readOnly ? <span className="k-negative">* </span> : null}
                  {cellTitle(cell)}
                  {cell.help && !readOnly ? <span className="k-hint">{cell.help}</span> : null}
                </th>
              ))}
              {spec.pick ? <th>说明</th> : null}
              {open ? <th className="kl-end">操作</th> : null}
            </tr>
          </thead>
          <tbody>
            {from > 0 ? (
              <tr>
                <td colSpan={columns} style={{ height: from * rowHeightPx, padding: 0 }} />
              </tr>
            ) : null}
            <FormContext value={besides}>
              <FormItemInputContext value={ofNoItem}>
                <Rows
                  lines={lines}
                  told={rows}
                  from={from}
                  to={to}
                  spec={spec}
                  host={host}
                  disabled={disabled || busy}
                  readOnly={readOnly}
                  names={names}
                  wrong={wrong}
                />
              </FormItemInputContext>
            </FormContext>
            {to < rows.length ? (
              <tr>
                <td colSpan={columns} style={{ height: (rows.length - to) * rowHeightPx, padding: 0 }} />
              </tr>
            ) : null}
            {rows.length === 0 ? (
              <tr>
                <td colSpan={columns} className="kl-none">
                  没有明细
                </td>
              </tr>
            ) : null}
          </tbody>
          {spec.totals && rows.length > 0 ? (
            <tfoot>
              <tr>
                <td colSpan={before}>合计</td>
                <Sums lines={lines} spec={spec} />
                {spec.pick ? <td /> : null}
                {open ? <td /> : null}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      {readOnly ? null : (
        <div className="kl-tools">
          {open ? (
            <Tools path={path} fieldKey={fieldKey} field={field} disabled={disabled} busy={busy} act={act} />
          ) : null}
          <span className="k-muted" aria-live="polite">
            {spec.pick ? `共 ${rows.length} 行，已选 ${picked} 行` : `共 ${rows.length} 行`}
            {open ? '；可从表格软件复制后粘贴' : ''}
          </span>
          {told ? (
            <span role="status" className={told.bad ? 'k-problem' : 'k-muted'}>
              {told.text}
            </span>
          ) : null}
        </div>
      )}
    </div>
  );
}

interface RowsProps extends Omit<LineRowProps, 'line' | 'row' | 'wrong'> {
  lines: TypedRows;
  /** What the form holds: another value of its is drawn at once. */
  told: readonly Line[];
  from: number;
  to: number;
  wrong: ReadonlyMap<number, Readonly<Record<string, string>>>;
}

/** The rows in view. They hear of each letter themselves, so that the editor around them need not. */
const Rows = memo(function Rows({ lines, told, from, to, wrong, ...row }: RowsProps) {
  return useNow(lines)
    .slice(from, to)
    .map((line, i) => (
      <LineRow
        key={from + i}
        {...row}
        line={line}
        row={from + i}
        wrong={stillWrong(wrong.get(from + i), told[from + i], line)}
      />
    ));
});

function Sums({ lines, spec }: { lines: TypedRows; spec: LinesSpec }) {
  const totals = totalsOf(spec, useNow(lines));
  return shownCells(spec).map(([key, cell]) => (
    <td key={key} className="kl-num" data-label={cellTitle(cell)}>
      {totals[key] === undefined ? '' : sumText(cell, totals[key])}
    </td>
  ));
}

interface Acts {
  add(): void;
  addAll(): void;
  read(file: File): void;
}

/** The buttons under the rows; a letter typed above them is none of their business. */
const Tools = memo(function Tools(props: {
  path: string;
  fieldKey: string;
  field: Field;
  disabled: boolean;
  busy: boolean;
  act: { readonly current: Acts };
}) {
  const { path, fieldKey, field, disabled, busy, act } = props;
  const { fill, fields } = field.lines!;
  return (
    <>
      <Button size="small" disabled={disabled || busy} onClick={() => act.current.add()}>
        添加一行
      </Button>
      {fill ? (
        <Button size="small" disabled={disabled || busy} onClick={() => act.current.addAll()}>
          添加全部{fields[fill]?.label}
        </Button>
      ) : null}
      <FileButton
        size="small"
        label={`导入${field.label}`}
        accept=".xlsx,.xls,.csv,.txt"
        loading={busy}
        disabled={disabled}
        onFile={(file) => act.current.read(file)}
      >
        从表格导入
      </FileButton>
      <DownloadButton size="small" type="link" url={`${path}/lines_template`} body={{ field: fieldKey }}>
        下载模板
      </DownloadButton>
    </>
  );
});

/** Pixels an input or a value of that kind needs. */
const cellWidth = (field: Field, readOnly: boolean): number =>
  field.columnWidth ??
  (field.readOnly || readOnly
    ? defaultWidth(field)
    : ({ ref: 180, refs: 260, choices: 220, text: 160 }[field.kind as string] ?? 120));

/** The table of a list or report: sticky heading, own widths, selection over pages, totals, virtual from 50 rows. */
import { Table, type TableColumnsType, type TableProps, type TableRef } from 'antd';
import { type ComponentType, memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { isPlainClick, Link } from '../../nav/link.tsx';
import type { LocationInput } from '../../nav/location.ts';
import type { View, CellProps as ViewCellProps } from '../../view.ts';
import type { AnyRow } from '../logic/actions.ts';
import { headColumn } from '../logic/card-columns.ts';
import { alignOf, type Column, columnHelp, columnTitle, foldRank, isImportant } from '../logic/columns.ts';
import { fillRoom, fitWidths, foldColumns, type TextsOf } from '../logic/fit-widths.ts';
import { formatBelow, formatValue, sumText } from '../logic/format.ts';
import { isOutOfUse } from '../logic/row-state.ts';
import { type TreeRow, treeRows } from '../logic/tree.ts';
import { Cell } from './cell.tsx';
import { useDensity } from './density-menu.tsx';
import { HeaderCell } from './header-cell.tsx';
import { HeaderOnly } from './header-only.tsx';
import { RowActions } from './row-actions.tsx';
import { scrollbarPx, useBoxSize } from './use-box-size.ts';

const virtualFrom = 50;
const headPx = 33;
const rowPx = 32;
const leastBodyPx = 84;
const totalsPx = 43;
const selectPx = 40;

export interface DataTableProps {
  spec: AnyPage;
  cells: View['cells'];
  columns: readonly Column[];
  rows: readonly AnyRow[];
  /** Totals of the whole filter, as far as they are known. */
  sums: Readonly<Record<string, number>> | null;
  sort: string | null;
  loading: boolean;
  savedIds: ReadonlySet<number>;
  /** The row the keys stand on. */
  marked?: number | undefined;
  /** The column that adds up to the amount these lines were opened from. */
  added?: string | undefined;
  /** Width of the action column; 0 for none. */
  actionsPx: number;
  /** The totals under these columns: those that are shown, folded ones left out. */
  totals: ((columns: readonly Column[], leading: number, trailing: boolean) => ReactNode) | undefined;
  empty: ReactNode;
  selection: { ids: readonly number[]; onChange: (ids: number[], rows: AnyRow[]) => void } | undefined;
  collapsed: readonly number[];
  onCollapse: (ids: number[]) => void;
  onSort: (sort: string | null) => void;
  onResize: (key: string, width: number) => void;
  /** Told which columns found no room. */
  onFold: (keys: readonly string[]) => void;
  /** The record of a row, from its first column: its address, and what a plain click does instead of going there. */
  record: { addressOf: (row: AnyRow) => LocationInput; onView: (row: AnyRow) => void } | undefined;
  /** Where a value of a row leads; undefined for nowhere. */
  drill: ((row: AnyRow, column: Column) => LocationInput | undefined) | undefined;
}

/** Redrawn only when something it shows changes: a refresh that brings the same rows costs nothing. */
export const DataTable = memo(function DataTable(props: DataTableProps) {
  const { spec, cells, rows, sort, actionsPx, record, drill, added, onResize } = props;
  const { ref, size } = useBoxSize<HTMLDivElement>();
  // Without a button in any row the body could not be scrolled by keyboard.
  useEffect(() => {
    ref.current?.querySelector('.ant-table-body')?.setAttribute('tabindex', '0');
  });
  const { marked } = props;
  const table = useRef<TableRef>(null);
  useEffect(() => {
    if (marked !== undefined) table.current?.scrollTo({ key: marked });
  }, [marked]);
  const treeBy = spec.list?.treeBy;
  const density = useDensity();
  const data = useMemo(() => (treeBy ? treeRows(rows, treeBy) : [...rows]), [rows, treeBy]);
  const besides = actionsPx + (props.selection ? selectPx : 0);
  const bodyPx = size ? Math.max(leastBodyPx, size.height - headPx - (props.totals ? totalsPx : 0)) : 0;
  const bar = rows.length * rowPx > bodyPx ? scrollbarPx() : 0;
  const room = size ? size.width - besides - bar : undefined;
  const columns = useMemo(() => {
    if (room === undefined) return props.columns;
    // The words of the totals stand in the first column that is no sum itself.
    const totals = spec.list?.totals ?? [];
    const wordsIn = totals.length > 0 ? props.columns.find((c) => !totals.includes(c.key)) : undefined;
    // A figure a page draws is as long as the figure, unless the definition says what more it needs.
    const drawn = ({ key, field }: Column) =>
      cells?.[key] !== undefined && (alignOf(field) !== 'right' || field.columnWidth !== undefined);
    const texts: TextsOf = (column) =>
      drawn(column) || (treeBy && column === props.columns[0])
        ? undefined
        : [...textsOf(spec, column, rows, props.sums), column === wordsIn ? '全部合计' : ''];
    const kept = foldColumns(props.columns, room, texts, (column) => foldRank(spec, column));
    const widths = fillRoom(kept, fitWidths(kept, room, texts), room);
    return kept.map((c, i) => (widths[i] === c.width ? c : { ...c, width: widths[i] ?? c.width }));
  }, [props.columns, room, spec, cells, treeBy, rows, props.sums]);
  const { onFold } = props;
  const folded = props.columns.filter((c) => !columns.some((shown) => shown.key === c.key)).map((c) => c.key);
  const foldedText = folded.join();
  useEffect(() => onFold(foldedText === '' ? [] : foldedText.split(',')), [onFold, foldedText]);
  const width = columns.reduce((w, c) => w + c.width, besides);
  const twoLines = columns.some((c) => c.subline !== undefined);
  const scrolls = size !== undefined && width > size.width - bar;
  const tableColumns = useMemo(() => {
    const head = headColumn(spec, columns) ?? columns[0];
    const list: TableColumnsType<AnyRow> = columns.map((column, index) => ({
      key: column.key,
      width: column.width,
      align: alignOf(column.field),
      ellipsis: true,
      ...(column.key === added ? { className: 'k-added' } : {}),
      ...(isImportant(spec, column.key) ? { onHeaderCell: () => ({ 'data-important': 'true' }) as object } : {}),
      title: (
        <HeaderOnly>
          <HeaderCell
            title={columnTitle(column.field)}
            help={columnHelp(spec, column)}
            width={column.width}
            onResize={(w) => onResize(column.key, w)}
          />
        </HeaderOnly>
      ),
      // Who a row is about stays in sight while the rest scrolls.
      ...(column.pin || (index === 0 && scrolls)
        ? { fixed: column.pin === 'right' ? ('end' as const) : ('start' as const) }
        : {}),
      ...(column.field.sortable
        ? {
            sorter: true,
            sortOrder:
              sort === column.key ? ('ascend' as const) : sort === `-${column.key}` ? ('descend' as const) : null,
          }
        : {}),
      render: (_: unknown, row: AnyRow) => (
        <BodyCell
          spec={spec}
          column={column}
          row={row}
          custom={cells?.[column.key]}
          {...(column === head && record ? { record } : {})}
          drillTo={drill?.(row, column)}
        />
      ),
    }));
    if (actionsPx > 0)
      list.push({
        key: '$actions',
        title: <HeaderOnly>操作</HeaderOnly>,
        width: actionsPx,
        fixed: 'end',
        className: 'k-actions-cell',
        render: (_: unknown, row: AnyRow) => <RowActions row={row} />,
      });
    return list;
  }, [columns, cells, spec, sort, actionsPx, scrolls, record, drill, added, onResize]);

  const expandable: TableProps<AnyRow>['expandable'] = treeBy
    ? {
        expandedRowKeys: rows.map((r) => r.id).filter((id) => !props.collapsed.includes(id)),
        onExpand: (open, row) =>
          props.onCollapse(open ? props.collapsed.filter((id) => id !== row.id) : [...props.collapsed, row.id]),
        indentSize: 16,
      }
    : undefined;
  return (
    <div className={`k-table-box k-density-${density}${twoLines ? ' k-tall' : ''}`} ref={ref}>
      {size ? (
        <Table<AnyRow>
          rowKey="id"
          size="small"
          columns={tableColumns}
          dataSource={data as TreeRow[]}
          pagination={false}
          virtual={rows.length > virtualFrom}
          scroll={{ x: width, y: bodyPx }}
          loading={{ spinning: props.loading, delay: 200 }}
          locale={{ emptyText: props.empty }}
          showSorterTooltip={false}
          ref={table}
          onRow={(row) => (row.id === marked ? ({ 'aria-current': 'true' } as object) : {})}
          rowClassName={(row) =>
            [
              props.savedIds.has(row.id) ? 'k-flash' : row.id === marked ? 'k-marked' : '',
              isOutOfUse(spec, row) ? 'k-row-out' : '',
            ].join(' ')
          }
          {...(expandable ? { expandable } : {})}
          {...(props.selection
            ? {
                rowSelection: {
                  columnWidth: selectPx,
                  columnTitle: (checkbox: ReactNode) => <HeaderOnly>{checkbox}</HeaderOnly>,
                  fixed: true,
                  preserveSelectedRowKeys: true,
                  selectedRowKeys: [...props.selection.ids],
                  getCheckboxProps: (row: AnyRow) => ({ 'aria-label': `选择第 ${rows.indexOf(row) + 1} 行` }),
                  getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
                  onChange: (keys, chosen) => props.selection?.onChange(keys as number[], chosen),
                },
              }
            : {})}
          onChange={(_, __, sorter) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter;
            props.onSort(one?.order ? `${one.order === 'descend' ? '-' : ''}${String(one.columnKey)}` : null);
          }}
          {...(props.totals && rows.length > 0
            ? { summary: () => props.totals?.(columns, props.selection ? 1 : 0, actionsPx > 0) }
            : {})}
        />
      ) : null}
    </div>
  );
});

/** The texts under a column, totals and second lines included. */
function textsOf(spec: AnyPage, column: Column, rows: readonly AnyRow[], sums: DataTableProps['sums']): string[] {
  const { key, field, subline } = column;
  const texts = rows.map((row) => formatValue(field, key, row));
  const below = subline ? spec.fields[subline] : undefined;
  if (subline && below) texts.push(...rows.map((row) => formatValue(below, subline, row)));
  if (spec.list?.totals?.includes(key)) {
    const ofPage = rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);
    texts.push(sumText(field, ofPage), sumText(field, sums?.[key] ?? ofPage));
  }
  return texts;
}

/** A column less wide than this shows times without year and seconds. */
const shortBelowPx = 150;

interface BodyCellProps {
  spec: AnyPage;
  column: Column;
  row: AnyRow;
  custom: ComponentType<ViewCellProps> | undefined;
  record?: NonNullable<DataTableProps['record']>;
  drillTo: LocationInput | undefined;
}

/** A value of a row as it stands in its cell, with where it leads and what stands below it. */
export function BodyCell({ spec, column, row, custom: Custom, record, drillTo }: BodyCellProps) {
  const content = Custom ? (
    <Custom row={row} value={row[column.key]} />
  ) : (
    <Cell field={column.field} fieldKey={column.key} row={row} narrow={column.width < shortBelowPx} />
  );
  const main = drillTo ? (
    <Link to={drillTo} className="k-cell-link k-drill">
      {content}
    </Link>
  ) : record ? (
    <Link
      to={record.addressOf(row)}
      className="k-cell-link"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        record.onView(row);
      }}
    >
      {content}
    </Link>
  ) : (
    content
  );
  const subField = column.subline ? spec.fields[column.subline] : undefined;
  if (!column.subline || !subField) return main;
  const pair = { above: column, below: { field: subField, key: column.subline } };
  return (
    <span className="k-two-lines">
      {main}
      <small title={subField.kind === 'time' ? formatValue(subField, column.subline, row) : undefined}>
        {formatBelow(pair, row, column.width < shortBelowPx)}
      </small>
    </span>
  );
}

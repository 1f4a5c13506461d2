/** The totals under a list: this page and the whole filter, each under its column. */
import { Table } from 'antd';
import type { ReactNode } from 'react';
import type { Field } from '../../../define/field.ts';
import { MoneyText } from '../../widgets/money-text.tsx';
import type { AnyRow } from '../logic/actions.ts';
import { alignOf, type Column } from '../logic/columns.ts';
import { sumText } from '../logic/format.ts';

/** Sums of a page's rows, by column. */
export function pageSums(keys: readonly string[], rows: readonly AnyRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const key of keys)
    sums[key] = rows.reduce((total, row) => total + (typeof row[key] === 'number' ? (row[key] as number) : 0), 0);
  return sums;
}

export interface TotalsProps {
  columns: readonly Column[];
  keys: readonly string[];
  rows: readonly AnyRow[];
  /** null while they are being counted. */
  sums: Readonly<Record<string, number>> | null;
  failed: boolean;
  /** Columns before the first field column (selection). */
  leading: number;
  /** Is there an action column after the last? */
  trailing: boolean;
}

/** The summary of the table. A plain function: antd looks for `Table.Summary fixed` itself, not for a component around it. */
export function totalsOf({ columns, keys, rows, sums, failed, leading, trailing }: TotalsProps): ReactNode {
  const own = pageSums(keys, rows);
  const shown = (field: Field, sum: number | undefined): ReactNode =>
    sum === undefined ? (
      failed ? (
        <span title="合计没有算出来，请刷新">—</span>
      ) : (
        <span className="k-muted">计算中…</span>
      )
    ) : field.kind === 'money' ? (
      <MoneyText fen={sum} strong />
    ) : (
      sumText(field, sum)
    );
  // The words stand in the first column that is no sum itself.
  const wordsAt = columns.findIndex((c) => !keys.includes(c.key));
  return (
    <Table.Summary fixed>
      <Table.Summary.Row data-part="totals" className="k-totals">
        {leading > 0 ? <Table.Summary.Cell index={0} /> : null}
        {columns.map((column, i) => (
          <Table.Summary.Cell key={column.key} index={i + leading} align={alignOf(column.field)}>
            {keys.includes(column.key) ? (
              <>
                <div data-scope="page">{shown(column.field, own[column.key])}</div>
                <div data-scope="all">{shown(column.field, sums?.[column.key])}</div>
              </>
            ) : i === wordsAt ? (
              <>
                <div>本页合计</div>
                <div>全部合计</div>
              </>
            ) : null}
          </Table.Summary.Cell>
        ))}
        {trailing ? <Table.Summary.Cell index={columns.length + leading} /> : null}
      </Table.Summary.Row>
    </Table.Summary>
  );
}

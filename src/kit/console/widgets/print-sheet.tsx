/** A table on paper: whose, title, what it was filtered by, heading repeated on every sheet, totals, who signs. */
import type { ReactNode } from 'react';
import './widgets.css';

export interface SheetColumn {
  label: string;
  align?: 'left' | 'right' | 'center';
}

/** `rows` and `totals` hold one text per column. */
export function PrintSheet(props: {
  unit?: string;
  title: string;
  subtitle?: string;
  /** Between the title and the table. */
  head?: ReactNode;
  columns: readonly SheetColumn[];
  rows: readonly (readonly string[])[];
  totals?: readonly (readonly string[])[];
  note?: ReactNode;
  /** Printed in one line under the table, with room to sign. */
  signatures?: readonly string[];
  /** Where the sheet's own foot does not say it. */
  printed?: string;
}) {
  const cells = (row: readonly string[]) =>
    row.map((text, i) => (
      <td key={i} className={`k-print-${props.columns[i]?.align ?? 'left'}`}>
        {text}
      </td>
    ));
  return (
    <section className="k-sheet">
      {props.unit ? <p className="k-print-unit">{props.unit}</p> : null}
      <h1>{props.title}</h1>
      {props.subtitle ? <p>{props.subtitle}</p> : null}
      {props.head}
      <table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.label} scope="col" className={`k-print-${column.align ?? 'left'}`}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, i) => (
            <tr key={i}>{cells(row)}</tr>
          ))}
        </tbody>
        {props.totals?.length ? (
          <tfoot>
            {props.totals.map((row, i) => (
              <tr key={i}>{cells(row)}</tr>
            ))}
          </tfoot>
        ) : null}
      </table>
      {props.note ? <p>{props.note}</p> : null}
      {props.signatures ? (
        <p className="k-print-signatures">
          {props.signatures.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      ) : null}
      {props.printed ? <p className="k-print-foot">打印时间 {props.printed}</p> : null}
    </section>
  );
}

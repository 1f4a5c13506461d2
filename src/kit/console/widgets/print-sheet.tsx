/** A table on paper: whose, title, what it was filtered by, heading repeated on every sheet, totals, who signs. */
import { Fragment, type ReactNode } from 'react';
import { headPieces, isWhole, pieces } from './paper-fit.ts';
import './widgets.css';

export interface SheetColumn {
  label: string;
  /** Of the table's width, in percent. */
  share?: number;
  align?: 'left' | 'right' | 'center';
}

/** Short pieces stay in one line; between them, and anywhere in a longer text, there may be a break. */
function Words({ text }: { text: string }) {
  if (!isWhole(text)) return text;
  return pieces(text).map((piece, i) => (
    <Fragment key={i}>
      {i > 0 ? ' ' : null}
      <span className="k-print-whole">{piece}</span>
    </Fragment>
  ));
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
  /** By what the letters of the table are smaller, so that it fits (`fitPaper`). */
  scale?: number;
}) {
  const cells = (row: readonly string[]) =>
    row.map((text, i) => (
      <td key={i} className={`k-print-${props.columns[i]?.align ?? 'left'}`}>
        <Words text={text} />
      </td>
    ));
  return (
    <section className="k-sheet">
      {props.unit ? <p className="k-print-unit">{props.unit}</p> : null}
      <h1>{props.title}</h1>
      {props.subtitle ? <p>{props.subtitle}</p> : null}
      {props.head}
      <table style={props.scale === undefined ? undefined : { fontSize: `${9 * props.scale}pt` }}>
        <colgroup>
          {props.columns.map(({ label, share }) => (
            <col key={label} style={share === undefined ? undefined : { width: `${share}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.label} scope="col" className={`k-print-${column.align ?? 'left'}`}>
                {headPieces(column.label).map((piece, i) => (
                  <Fragment key={i}>
                    {i > 0 ? <wbr /> : null}
                    {piece}
                  </Fragment>
                ))}
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

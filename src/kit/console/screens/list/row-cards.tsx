/** The rows of a list under each other in one narrow column: who, what state, what matters, what can be done. */
import type { ReactNode } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import type { AnyRow } from '../logic/actions.ts';
import { cardColumns } from '../logic/card-columns.ts';
import type { Column } from '../logic/columns.ts';
import { sumText } from '../logic/format.ts';
import { isOutOfUse } from '../logic/row-state.ts';
import { isBlank } from '../logic/validate.ts';
import { BodyCell, type DataTableProps } from './data-table.tsx';
import { RowActions } from './row-actions.tsx';

type Shown = Pick<DataTableProps, 'spec' | 'cells' | 'rows' | 'sums' | 'savedIds' | 'record' | 'drill' | 'empty'>;

export default function RowCards(props: Shown & { columns: readonly Column[]; actions: boolean; loading: boolean }) {
  const { spec, rows, columns, sums, loading } = props;
  if (rows.length === 0) return <div className="k-cards">{props.empty}</div>;
  const { head, otherwise, states, facts } = cardColumns(spec, columns);
  const headOf = (row: AnyRow) => (head && isBlank(row[head.key]) ? otherwise : head);
  const cell = (row: AnyRow, column: Column, record = false): ReactNode => (
    <BodyCell
      spec={spec}
      column={column}
      row={row}
      custom={props.cells?.[column.key]}
      {...(record && props.record ? { record: props.record } : {})}
      drillTo={props.drill?.(row, column)}
    />
  );
  return (
    <div className="k-cards" aria-busy={loading}>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className={`k-row-card${props.savedIds.has(row.id) ? ' k-row-card-saved' : ''}${isOutOfUse(spec, row) ? ' k-row-out' : ''}`}
          >
            <div className="k-row-card-head">
              {head ? cell(row, headOf(row) ?? head, true) : null}
              <span>
                {states
                  .filter(({ key }) => !isBlank(row[key]))
                  .map((column) => (
                    <span key={column.key}>
                      {states.length > 1 ? <small className="k-muted">{column.label} </small> : null}
                      {cell(row, column)}
                    </span>
                  ))}
              </span>
            </div>
            <dl>
              {facts
                .filter(({ key }) => !isBlank(row[key]))
                .map((column) => (
                  <div key={column.key}>
                    <dt>{column.label}</dt>
                    <dd>{cell(row, column)}</dd>
                  </div>
                ))}
            </dl>
            {props.actions ? <RowActions row={row} /> : null}
          </li>
        ))}
      </ul>
      <CardTotals spec={spec} columns={columns} sums={sums} />
    </div>
  );
}

/** The totals of the whole filter, once they are known. */
function CardTotals({ spec, columns, sums }: { spec: AnyPage; columns: readonly Column[]; sums: Shown['sums'] }) {
  const keys = spec.list?.totals ?? [];
  const summed = columns.filter((column) => keys.includes(column.key));
  if (!sums || summed.length === 0) return null;
  return (
    <div className="k-row-card" data-part="totals">
      <b>全部合计</b>
      <dl>
        {summed.map((column) => (
          <div key={column.key}>
            <dt>{column.label}</dt>
            <dd data-scope="all">{sumText(column.field, sums[column.key] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

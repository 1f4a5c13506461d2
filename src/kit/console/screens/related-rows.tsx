/** The newest rows of another list inside a detail drawer, with the way to all of them. Its definition draws the cells. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId } from 'react';
import type { AnyPage } from '../../define/page.ts';
import { daysNow } from '../clock.ts';
import { post } from '../http/client.ts';
import { Link } from '../nav/link.tsx';
import { definitionOf, findPage } from '../registry/find-page.ts';
import { can } from '../session/can.ts';
import { Cell } from './list/cell.tsx';
import type { AnyRow } from './logic/actions.ts';
import { alignOf, columnTitle } from './logic/columns.ts';
import { type Search, wireSearch, writeListState } from './logic/search-url.ts';

export interface RelatedRowsProps {
  title: string;
  /** The list the rows come from. Nothing shows to those who may not look there. */
  path: string;
  /** Its search by key, dates as `YYYY-MM-DD`; what is left out is not searched by. */
  search: Search;
  /** Keys of the fields shown. */
  columns: readonly string[];
  /** How many are shown. */
  rows?: number;
  /** Said when there is none. */
  none: string;
}

interface Answer {
  spec: AnyPage;
  rows: readonly AnyRow[];
}

const shownRows = 5;
const askedRows = 20;

export function RelatedRows(props: RelatedRowsProps) {
  return findPage(props.path) && can(props.path, 'query') ? <Rows {...props} /> : null;
}

async function fetchRows(
  { path, search, rows: most = shownRows }: RelatedRowsProps,
  signal: AbortSignal,
): Promise<Answer> {
  const spec = await definitionOf(findPage(path)!);
  const request = { page: 1, size: askedRows, sort: spec.list?.sort ?? null, search: wireSearch(spec, search) };
  const { rows } = await post<{ rows: AnyRow[] }>(path, 'query', request, { signal, background: true });
  return { spec, rows: rows.slice(0, most) };
}

function Rows(props: RelatedRowsProps) {
  const { title, path, search, columns, none } = props;
  const id = useId();
  const { data, isError } = useQuery({
    queryKey: ['page', path, 'related', search],
    queryFn: ({ signal }) => fetchRows(props, signal),
    retry: false,
  });
  if (isError) return null;
  const state = { page: 1, size: askedRows, sort: data?.spec.list?.sort ?? null, search };
  return (
    <section className="k-section" aria-labelledby={id}>
      <h3 id={id} className="k-related-head">
        {title}
        {data?.rows.length ? (
          <Link to={{ path, query: writeListState(data.spec, state, daysNow()) }} className="k-related-all">
            查看全部
          </Link>
        ) : null}
      </h3>
      {!data ? (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      ) : data.rows.length === 0 ? (
        <span className="k-muted">{none}</span>
      ) : (
        <RowsTable columns={columns} {...data} />
      )}
    </section>
  );
}

function RowsTable({ spec, rows, columns }: Answer & { columns: readonly string[] }) {
  const fields = columns.flatMap((key) => {
    const field = spec.fields[key];
    return field ? [{ key, field }] : [];
  });
  const side = (field: (typeof fields)[number]['field']) => (alignOf(field) === 'right' ? 'k-right' : '');
  return (
    <table className="k-related">
      <thead>
        <tr>
          {fields.map(({ key, field }) => (
            <th key={key} scope="col" className={side(field)}>
              {columnTitle(field)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {fields.map(({ key, field }) => (
              <td key={key} className={side(field)}>
                <Cell field={field} fieldKey={key} row={row} narrow />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

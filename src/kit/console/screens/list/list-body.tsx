/** The middle of a list: bars while it loads, the reason when it fails, the table otherwise. */
import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { useNarrow } from '../../widgets/use-narrow.ts';
import type { Column } from '../logic/columns.ts';
import { initialSearch, isEmptySearch, type Search } from '../logic/search-url.ts';
import { DataTable } from './data-table.tsx';
import { Failed, NoneFound, NoneYet, TableSkeleton } from './states.tsx';
import { totalsOf } from './totals.tsx';
import type { List } from './use-list.ts';

const RowCards = lazy(() => import('./row-cards.tsx'));

const noKeys: readonly string[] = [];

export function ListBody({ list, marked }: { list: List; marked?: number | undefined }) {
  const { spec, state, setState, shown, rows, sums, sumsFailed, selection, answer, filter } = list;
  const totalKeys = spec.list?.totals ?? noKeys;
  const totals = useCallback(
    (columns: readonly Column[], leading: number, trailing: boolean) =>
      totalsOf({ columns, keys: totalKeys, rows, sums, failed: sumsFailed, leading, trailing }),
    [totalKeys, rows, sums, sumsFailed],
  );
  const onSort = useCallback(
    (sort: string | null) => setState({ sort: sort ?? spec.list?.sort ?? null, page: 1 }),
    [setState, spec],
  );
  const clear = useCallback(() => setState({ search: emptied(spec, state.search) }), [setState, spec, state.search]);
  const create = list.create?.label;
  const empty = useMemo(
    () =>
      filter ? (
        <NoneFound filter={filter} onClear={clear} />
      ) : (
        <NoneYet title={spec.title}>{create ? `点左上角「${create}」添加第一条。` : null}</NoneYet>
      ),
    [filter, clear, spec, create],
  );
  const { ids, onChange } = selection;
  const selectable = list.batch.length > 0;
  const chosen = useMemo(() => (selectable ? { ids, onChange } : undefined), [selectable, ids, onChange]);

  const narrow = useNarrow();
  if (list.failure && !answer.data) return <Failed message={list.failure} onRetry={() => answer.refetch()} />;
  if (answer.isPending || !list.stored.ready) return <TableSkeleton columns={shown.length} />;
  if (narrow)
    return (
      <Suspense fallback={<TableSkeleton columns={1} />}>
        <RowCards
          spec={spec}
          cells={list.view?.cells}
          columns={shown}
          rows={rows}
          sums={sums}
          savedIds={list.savedIds}
          empty={empty}
          record={list.record}
          drill={list.drill}
          actions={list.actionsPx > 0}
          loading={answer.isPlaceholderData}
        />
      </Suspense>
    );
  return (
    <DataTable
      spec={spec}
      cells={list.view?.cells}
      columns={shown}
      rows={rows}
      sums={sums}
      sort={state.sort}
      loading={answer.isPlaceholderData}
      savedIds={list.savedIds}
      marked={marked}
      added={list.added}
      actionsPx={list.actionsPx}
      totals={totalKeys.length > 0 ? totals : undefined}
      empty={empty}
      selection={chosen}
      collapsed={list.collapsed}
      onCollapse={list.setCollapsed}
      onSort={onSort}
      onResize={list.resize}
      onFold={list.setFolded}
      record={list.record}
      drill={list.drill}
    />
  );
}

/** Nothing searched for, except what a report cannot do without. */
function emptied(spec: AnyPage, search: Search): Search {
  const kept: Search = search.group === undefined ? {} : { group: search.group };
  const initial = initialSearch(spec, daysNow());
  for (const field of spec.list?.search ?? [])
    if (typeof field !== 'string' && field.required && !isEmptySearch(initial[field.key]))
      kept[field.key] = initial[field.key]!;
  return kept;
}

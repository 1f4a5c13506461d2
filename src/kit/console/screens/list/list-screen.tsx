/** A list or report page made from its definition: search, tools, table, totals, pagination, details. */
import { lazy, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Search } from '../logic/search-url.ts';
import { CheckLine } from '../report/check-line.tsx';
import { useChartFold } from '../report/use-chart-fold.ts';
import type { ScreenProps } from '../screen-props.ts';
import { OwnerContext } from './belonging.ts';
import { ListBody } from './list-body.tsx';
import { ListTools } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { RowActionsProvider } from './row-actions.tsx';
import { SearchPanel } from './search-panel.tsx';
import { useList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useMarkedRow } from './use-marked-row.ts';

const ListNotice = lazy(() => import('./list-notice.tsx'));
const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const ImportDialog = lazy(() => import('../import/import-dialog.tsx'));
const ReportChart = lazy(() => import('../report/report-chart.tsx'));

export default function ListScreen(props: ScreenProps) {
  const { path, spec, view } = props;
  const page = useRef<HTMLDivElement>(null);
  const list = useList(props);
  const [importing, setImporting] = useState(false);
  const { answer, rows, state, setState, create, refresh, detail, setDetail } = list;
  const { run } = list.actions;
  const { marked, keys } = useMarkedRow(list);
  useListKeys(
    page,
    useMemo(() => (create ? () => run(create) : undefined), [create, run]),
    // Lines inside a record leave the keys to the record.
    useContext(OwnerContext) === undefined ? keys : undefined,
  );
  const onSearch = useCallback(
    (search: Search) => {
      setState({ search });
      refresh();
    },
    [setState, refresh],
  );
  const slot = { path, spec, rows, search: list.wire };
  const {
    beside: Beside,
    aboveFilter: AboveFilter,
    aboveTable: AboveTable,
    belowTable: BelowTable,
  } = view?.slots ?? {};
  const chart = spec.report?.chart;
  const fold = useChartFold(chart ? rows.length : 0, answer.data?.total ?? 0);
  const check = answer.data?.check;
  const screen = (
    <div className="k-page k-list" ref={page}>
      {AboveFilter ? <AboveFilter {...slot} /> : null}
      <section className="k-card k-list-card">
        <SearchPanel
          path={path}
          spec={spec}
          search={state.search}
          busy={answer.isFetching && answer.isPlaceholderData}
          onSearch={onSearch}
        />
        <ListTools list={list} chart={fold} onImport={() => setImporting(true)} />
        {spec.list?.notice ? (
          <Suspense fallback={null}>
            <ListNotice list={list} />
          </Suspense>
        ) : null}
        {AboveTable ? <AboveTable {...slot} /> : null}
        {chart && fold && !fold.folded ? (
          <Suspense fallback={<div className="k-chart-box" />}>
            <ReportChart list={list} chart={chart} />
          </Suspense>
        ) : null}
        <RowActionsProvider host={list.host}>
          <ListBody list={list} marked={marked} />
        </RowActionsProvider>
        {list.failure && answer.data ? (
          <div className="k-stale" role="alert">
            刷新失败：{list.failure}。显示的是上次的数据。
          </div>
        ) : null}
        {BelowTable ? <BelowTable {...slot} /> : null}
        <div className={check ? 'k-foot k-foot-shared' : 'k-foot'}>
          {check ? <CheckLine check={check} /> : null}
          <Pager
            page={state.page}
            size={state.size}
            total={answer.data?.total}
            capped={answer.data?.totalCapped === true}
            onChange={(next, size) => setState({ page: next, size })}
          />
        </div>
      </section>
      {list.actions.overlays}
      <Suspense fallback={null}>
        {detail ? (
          <RecordDrawer
            path={path}
            spec={spec}
            row={detail}
            view={view}
            buttons={list.host}
            onClose={() => setDetail(null)}
          />
        ) : null}
        {importing ? <ImportDialog path={path} spec={spec} onClose={() => setImporting(false)} /> : null}
      </Suspense>
    </div>
  );
  if (!Beside) return screen;
  return (
    <div className="k-beside">
      <Beside {...slot} />
      {screen}
    </div>
  );
}

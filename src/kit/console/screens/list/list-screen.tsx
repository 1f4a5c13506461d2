/** A list or report page made from its definition: search, tools, table, totals, pagination, details. */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { today } from '../../clock.ts';
import { ApiError, post } from '../../http/client.ts';
import { useTab, useTabState } from '../../nav/use-tab.ts';
import { can } from '../../session/can.ts';
import { copyText } from '../../widgets/secret-dialog.tsx';
import {
  type AnyRow,
  type Button,
  batchActions,
  hasRowActions,
  rowButtons,
  splitButtons,
  toolButtons,
} from '../logic/actions.ts';
import { mergeColumns, prefsOf } from '../logic/columns.ts';
import { initialSearch, isEmptySearch, type Search } from '../logic/search-url.ts';
import { filterWords } from '../logic/search-words.ts';
import { pageKey } from '../query-keys.ts';
import { CheckLine } from '../report/check-line.tsx';
import { GroupSelect } from '../report/group-select.tsx';
import { useDrill } from '../report/use-drill.ts';
import type { ScreenProps } from '../screen-props.ts';
import { ColumnSettings } from './column-settings.tsx';
import { DataTable } from './data-table.tsx';
import { copyRows, printList } from './list-output.tsx';
import { Pager } from './pager.tsx';
import { actionsWidth, RowActionsProvider } from './row-actions.tsx';
import { forgetSaved, useSavedRows } from './saved-rows.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchPanel } from './search-panel.tsx';
import { Failed, NoneFound, NoneYet, TableSkeleton } from './states.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import { totalsOf } from './totals.tsx';
import { useActions } from './use-actions.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListPrefs } from './use-list-prefs.ts';
import { useListQuery } from './use-list-query.ts';
import { useListState } from './use-list-state.ts';
import { useSelection } from './use-selection.ts';

const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const ImportDialog = lazy(() => import('../import/import-dialog.tsx'));
const ReportChart = lazy(() => import('../report/report-chart.tsx'));

const flashMs = 2500;

export default function ListScreen({ path, spec, view }: ScreenProps) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { title } = useTab();
  const page = useRef<HTMLDivElement>(null);
  const [state, setState] = useListState(path, spec);
  const { ready, prefs, save, saveView, removeView } = useListPrefs(path);
  const { answer, search: wire, sums, sumsFailed } = useListQuery(path, spec, state);
  const selection = useSelection();
  const [detail, setDetail] = useState<AnyRow | null>(null);
  const [importing, setImporting] = useState(false);
  const [collapsed, setCollapsed] = useTabState<number[]>('collapsed', []);
  const savedIds = useSavedRows(path);
  const actions = useActions(path, spec, setDetail, selection.clear);
  const allowed = useCallback((verb: string) => can(path, verb), [path]);
  const columns = useMemo(() => mergeColumns(spec, prefs.columns), [spec, prefs.columns]);
  const shown = useMemo(() => columns.filter((c) => !c.hidden), [columns]);
  const rows = answer.data?.rows ?? noRows;
  const isReport = spec.report !== undefined;
  const drill = useDrill(spec, state.search, wire);

  useEffect(() => {
    if (savedIds.size === 0 || answer.isFetching) return;
    const timer = setTimeout(() => forgetSaved(path), flashMs);
    return () => clearTimeout(timer);
  }, [savedIds, answer.isFetching, path]);

  const create = useMemo(() => toolButtons(spec, allowed).find((b) => b.key === 'create'), [spec, allowed]);
  const { run } = actions;
  const onNew = useMemo(() => (create ? () => run(create) : undefined), [create, run]);
  useListKeys(page, onNew);

  const host = useMemo(
    () => ({
      buttonsOf: (row: AnyRow) => rowButtons(spec, row, allowed),
      run: (b: Button, row: AnyRow) => run(b, row),
    }),
    [spec, allowed, run],
  );
  const actionsPx = useMemo(() => {
    if (!hasRowActions(spec, allowed)) return 0;
    return actionsWidth(
      rows.map((row) => {
        const { visible, more } = splitButtons(rowButtons(spec, row, allowed));
        return [...visible.map((b) => b.label), ...(more.length > 0 ? ['更多'] : [])];
      }),
    );
  }, [spec, allowed, rows]);
  const batch = useMemo(() => batchActions(spec, allowed), [spec, allowed]);
  const totalKeys = spec.list?.totals ?? noKeys;
  const onResize = useCallback(
    (key: string, width: number) =>
      save({
        columns: prefsOf(
          spec,
          columns.map((c) => (c.key === key ? { ...c, width } : c)),
        ),
      }),
    [save, spec, columns],
  );

  const words = filterWords(spec, state.search, nameFromCache(client, spec));
  const filter = words.map((w) => `${w.label}：${w.text}`).join('　');
  const refresh = () => client.invalidateQueries({ queryKey: pageKey(path) });
  const clear = () => setState({ search: emptied(spec, state.search) });
  const doExport = async () => {
    try {
      await post(path, 'export', { search: wire, sort: state.sort, columns: shown.map((c) => c.key) });
      message.success('导出任务已开始，完成后在右上角「导出中心」下载');
      void client.invalidateQueries({ queryKey: ['exports'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    }
  };
  const doCopy = async () => {
    const chosen = selection.rows.length > 0 ? selection.rows : rows;
    const copied = await copyText(copyRows(spec, shown, chosen));
    if (copied) message.success(`已复制 ${chosen.length} 行，可粘贴到表格`);
    else message.warning('浏览器不允许复制');
  };

  const slot = { path, spec, rows, search: wire };
  const {
    aboveFilter: AboveFilter,
    aboveTable: AboveTable,
    belowTable: BelowTable,
    toolbar: Toolbar,
  } = view?.slots ?? {};
  const failure = answer.isError
    ? answer.error instanceof ApiError
      ? answer.error.message
      : '服务异常，请稍后再试'
    : undefined;
  return (
    <div className="k-page k-list" ref={page}>
      {AboveFilter ? <AboveFilter {...slot} /> : null}
      <section className="k-card k-list-card" aria-label={title}>
        <SearchPanel
          path={path}
          spec={spec}
          search={state.search}
          busy={answer.isFetching && answer.isPlaceholderData}
          onSearch={(search) => {
            setState({ search });
            void refresh();
          }}
        />
        <ToolsPanel
          title={spec.title}
          buttons={toolButtons(spec, allowed)}
          onButton={(button) => run(button)}
          batch={batch}
          selected={selection.ids.length}
          onBatch={(action) => actions.runBatch(action, selection.rows)}
          onClearSelection={selection.clear}
          {...(spec.import && can(path, 'import') ? { onImport: () => setImporting(true) } : {})}
          {...(spec.list?.export && can(path, 'export') ? { onExport: doExport } : {})}
          onPrint={() =>
            printList({ spec, title: spec.title, filter, columns: shown, rows, sums, check: answer.data?.check?.text })
          }
          onCopy={doCopy}
          onRefresh={refresh}
          refreshing={answer.isFetching}
          density={prefs.density ?? 'small'}
          onDensity={(density) => save({ density })}
          extra={
            <>
              {isReport ? (
                <GroupSelect
                  spec={spec}
                  value={state.search.group}
                  onChange={(group) => setState({ search: { ...state.search, group } })}
                />
              ) : null}
              {Toolbar ? <Toolbar {...slot} /> : null}
            </>
          }
          settings={
            <>
              <SavedViews
                views={prefs.views}
                search={state.search}
                onApply={(search) => setState({ search })}
                onSave={saveView}
                onRemove={removeView}
              />
              <ColumnSettings spec={spec} columns={columns} onChange={(next) => save({ columns: next })} />
            </>
          }
        />
        {AboveTable ? <AboveTable {...slot} /> : null}
        {spec.report?.chart && rows.length > 1 ? (
          <Suspense fallback={<div className="k-chart-box" />}>
            <ReportChart spec={spec} chart={spec.report.chart} rows={rows} />
          </Suspense>
        ) : null}
        <RowActionsProvider host={host}>
          {failure && !answer.data ? (
            <Failed message={failure} onRetry={() => answer.refetch()} />
          ) : answer.isPending || !ready ? (
            <TableSkeleton columns={shown.length} />
          ) : (
            <DataTable
              spec={spec}
              cells={view?.cells}
              columns={shown}
              rows={rows}
              sort={state.sort}
              density={prefs.density ?? 'small'}
              loading={answer.isPlaceholderData}
              savedIds={savedIds}
              actionsPx={actionsPx}
              totals={
                totalKeys.length > 0
                  ? (leading, trailing) =>
                      totalsOf({ columns: shown, keys: totalKeys, rows, sums, failed: sumsFailed, leading, trailing })
                  : undefined
              }
              empty={
                words.length > 0 ? (
                  <NoneFound filter={filter} onClear={clear} />
                ) : (
                  <NoneYet title={spec.title}>{create ? '点左上角「新增」添加第一条。' : null}</NoneYet>
                )
              }
              {...(batch.length > 0 ? { selection: { ids: selection.ids, onChange: selection.onChange } } : {})}
              collapsed={collapsed}
              onCollapse={setCollapsed}
              onSort={(sort) => setState({ sort: sort ?? spec.list?.sort ?? null, page: 1 })}
              onResize={onResize}
              {...(isReport ? {} : { onView: setDetail })}
              {...(drill ? { drill } : {})}
            />
          )}
        </RowActionsProvider>
        {failure && answer.data ? (
          <div className="k-stale" role="alert">
            刷新失败：{failure}。显示的是上次的数据。
          </div>
        ) : null}
        {answer.data?.check ? <CheckLine check={answer.data.check} /> : null}
        {BelowTable ? <BelowTable {...slot} /> : null}
        <Pager
          page={state.page}
          size={state.size}
          total={answer.data?.total ?? 0}
          capped={answer.data?.totalCapped === true}
          onChange={(next, size) => setState({ page: next, size })}
        />
      </section>
      {actions.overlays}
      <Suspense fallback={null}>
        {detail ? (
          <RecordDrawer
            path={path}
            spec={spec}
            row={detail}
            cells={view?.cells}
            buttons={host}
            onClose={() => setDetail(null)}
          />
        ) : null}
        {importing ? <ImportDialog path={path} spec={spec} onClose={() => setImporting(false)} /> : null}
      </Suspense>
    </div>
  );
}

const noRows: readonly AnyRow[] = [];
const noKeys: readonly string[] = [];

/** Nothing searched for, except what a report cannot do without. */
function emptied(spec: ScreenProps['spec'], search: Search): Search {
  const kept: Search = search.group === undefined ? {} : { group: search.group };
  const initial = initialSearch(spec, today());
  for (const field of spec.list?.search ?? [])
    if (typeof field !== 'string' && field.required && !isEmptySearch(initial[field.key]))
      kept[field.key] = initial[field.key]!;
  return kept;
}

/** Names of chosen refs, as far as their choices have been loaded. */
function nameFromCache(client: ReturnType<typeof useQueryClient>, spec: ScreenProps['spec']) {
  return (key: string, id: unknown): string | undefined => {
    const source = spec.fields[key]?.source;
    if (!source) return undefined;
    for (const [, options] of client.getQueriesData<{ id: number; name: string }[]>({
      queryKey: ['options', source],
    })) {
      const name = options?.find((o) => o.id === id)?.name;
      if (name) return name;
    }
    return undefined;
  };
}

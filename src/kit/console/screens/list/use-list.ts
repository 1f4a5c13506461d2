/** Everything a list knows at one moment: its filter, rows, columns, chosen rows and what may be done with them. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../http/client.ts';
import { useTab, useTabState } from '../../nav/use-tab.ts';
import { canonicalPath } from '../../registry/find-page.ts';
import { can } from '../../session/can.ts';
import {
  type AnyRow,
  type Button,
  batchActions,
  hasRowActions,
  rowButtons,
  splitButtons,
  toolButtons,
} from '../logic/actions.ts';
import { addedColumn, addedKey, inGroup, mergeColumns, prefsOf } from '../logic/columns.ts';
import { filterWords } from '../logic/search-words.ts';
import { pageKey } from '../query-keys.ts';
import { useDrill } from '../report/use-drill.ts';
import type { ScreenProps } from '../screen-props.ts';
import { actionsWidth } from './actions-width.ts';
import { forgetSaved, useSavedRows } from './saved-rows.ts';
import { useActions } from './use-actions.tsx';
import { useListPrefs } from './use-list-prefs.ts';
import { useListQuery } from './use-list-query.ts';
import { useListState } from './use-list-state.ts';
import { useSelection } from './use-selection.ts';

const flashMs = 2500;
const noRows: readonly AnyRow[] = [];

export type List = ReturnType<typeof useList>;

export function useList({ path, spec, view }: ScreenProps) {
  const client = useQueryClient();
  const [state, setState] = useListState(path, spec);
  const stored = useListPrefs(path);
  const { answer, search: wire, sums, sumsFailed } = useListQuery(path, spec, state);
  const selection = useSelection();
  const [detail, setDetail] = useState<AnyRow | null>(null);
  const [collapsed, setCollapsed] = useTabState<number[]>('collapsed', []);
  const [folded, setFolded] = useState<readonly string[]>([]);
  const savedIds = useSavedRows(path);
  const actions = useActions(path, spec, setDetail, selection.clear);
  const drill = useDrill(spec, state.search, wire);
  const rows = answer.data?.rows ?? noRows;
  const { run } = actions;
  const { save, prefs } = stored;

  useEffect(() => {
    if (savedIds.size === 0 || answer.isFetching) return;
    const timer = setTimeout(() => forgetSaved(path), flashMs);
    return () => clearTimeout(timer);
  }, [savedIds, answer.isFetching, path]);

  const allowed = useCallback((verb: string, of = path) => can(canonicalPath(of), verb), [path]);
  const columns = useMemo(() => mergeColumns(spec, prefs.columns), [spec, prefs.columns]);
  const { group } = state.search;
  const added = addedColumn(spec, useTab().query[addedKey]);
  const shown = useMemo(
    () =>
      inGroup(
        spec,
        columns.filter((c) => !c.hidden || c.key === added).map((c) => (c.key === added ? { ...c, keep: true } : c)),
        group,
      ),
    [spec, columns, added, group],
  );
  const tools = useMemo(() => toolButtons(spec, allowed), [spec, allowed]);
  const batch = useMemo(() => batchActions(spec, allowed), [spec, allowed]);
  const create = tools.find((b) => b.key === 'create');
  const host = useMemo(
    () => ({
      buttonsOf: (row: AnyRow) => rowButtons(spec, row, allowed),
      run: (button: Button, row: AnyRow) => run(button, row),
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
  const resize = useCallback(
    (key: string, width: number) => {
      const next = columns.map((c) => (c.key === key ? { ...c, width } : c));
      save({ columns: prefsOf(spec, next) });
    },
    [save, spec, columns],
  );
  // Lines of a report are no records; lines inside a record are, where they say so.
  const hasRecords = !spec.report && (!spec.of?.by || spec.list?.row?.includes('view') === true);
  const record = useMemo(
    () =>
      hasRecords
        ? { addressOf: (row: AnyRow) => ({ path: `${path}/record`, query: { id: row.id } }), onView: setDetail }
        : undefined,
    [path, hasRecords],
  );
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: pageKey(path) }), [client, path]);
  // Names of chosen refs, as far as their choices have been loaded.
  const nameOf = (key: string, id: unknown): string | undefined => {
    const source = spec.fields[key]?.source;
    const lists = source
      ? client.getQueriesData<{ id: number; name: string }[]>({ queryKey: ['options', source] })
      : [];
    return lists.flatMap(([, options]) => options ?? []).find((o) => o.id === id)?.name;
  };
  const words = filterWords(spec, state.search, nameOf);
  const failure = answer.error
    ? answer.error instanceof ApiError
      ? answer.error.message
      : '服务异常，请稍后再试'
    : undefined;
  return {
    path,
    spec,
    view,
    state,
    setState,
    stored,
    answer,
    rows,
    /** The filter as it travels. */
    wire,
    /** The filter in words; empty for no filter. */
    filter: words.map((w) => `${w.label}：${w.text}`).join('　'),
    sums,
    sumsFailed,
    selection,
    detail,
    setDetail,
    record,
    collapsed,
    setCollapsed,
    savedIds,
    actions,
    tools,
    batch,
    create,
    host,
    actionsPx,
    columns,
    shown,
    /** The column that adds up to the amount these lines were opened from; it is never folded. */
    added,
    /** Columns that found no room. */
    folded,
    setFolded,
    drill,
    resize,
    refresh,
    failure,
    isReport: spec.report !== undefined,
  };
}

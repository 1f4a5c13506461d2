/** The default screen of a page: list or report, form, settings, record. Each engine is a chunk of its own. */
import type { QueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense, useContext, useState } from 'react';
import { type AnyPage, ownerPath, type PageKind } from '../../define/page.ts';
import { daysNow, today } from '../clock.ts';
import { post } from '../http/client.ts';
import { useTab } from '../nav/use-tab.ts';
import type { Part } from '../registry/find-page.ts';
import type { View } from '../view.ts';
import { OwnerContext } from './list/belonging.ts';
import { fetchRows, freshMs, listRequest } from './list/list-request.ts';
import { prefsQuery } from './list/use-list-prefs.ts';
import { readListState } from './logic/search-url.ts';
import { listKey, pageKey } from './query-keys.ts';
import type { ScreenProps } from './screen-props.ts';
import '../widgets/widgets.css';
import './screens.css';

export interface Props {
  path: string;
  spec: AnyPage;
  view: View | undefined;
  part: Part;
}

const fetchers = {
  list: () => import('./list/list-screen.tsx'),
  form: () => import('./form/form-screen.tsx'),
  settings: () => import('./form/settings-screen.tsx'),
  record: () => import('./record/record-screen.tsx'),
  dashboard: () => import('./dashboard/dashboard-screen.tsx'),
};
type EngineName = keyof typeof fetchers;

const lazies: Record<EngineName, ComponentType<ScreenProps>> = {
  list: lazy(fetchers.list),
  form: lazy(fetchers.form),
  settings: lazy(fetchers.settings),
  record: lazy(fetchers.record),
  dashboard: lazy(fetchers.dashboard),
};
const NoRecord = lazy(() => import('./record/no-record.tsx'));
const ready: Partial<Record<EngineName, ComponentType<ScreenProps>>> = {};

const engineOf = (kind: PageKind, part: Part): EngineName =>
  part !== 'page' ? part : kind === 'settings' || kind === 'dashboard' || kind === 'form' ? kind : 'list';

/**
 * Fetches the engine of a page before it shows. React holds back what follows a fallback for 300 ms; an engine that
 * is there already needs no fallback.
 */
export async function prepareScreen(kind: PageKind, part: Part): Promise<void> {
  const name = engineOf(kind, part);
  ready[name] ??= (await fetchers[name]()).default;
}

/** Asks a list's rows and stored columns before its screen stands; the screen finds them in the cache, or the request already under way. */
export async function askRows(
  client: QueryClient,
  path: string,
  spec: AnyPage,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  if (!spec.list) return;
  const request = listRequest(spec, readListState(spec, query, daysNow()));
  await Promise.all([
    client.prefetchQuery(prefsQuery(path)),
    client.prefetchQuery({
      queryKey: listKey(path, request),
      queryFn: ({ signal }) => fetchRows(path, request, { signal }),
      staleTime: freshMs,
    }),
  ]);
}

/** Asks what a page of its own view begins with; the view finds it under the same key, or on its way. */
export async function askFirst(client: QueryClient, path: string, { asksFirst }: AnyPage): Promise<void> {
  if (!asksFirst) return;
  const { verb, body } = asksFirst(today());
  await client.prefetchQuery({
    queryKey: [...pageKey(path), verb, body],
    queryFn: ({ signal }) => post(path, verb, body, { signal }),
    staleTime: freshMs,
  });
}

/**
 * The list from which to choose the record that this place is about; undefined where the address names one, or needs none. A
 * form whose address names what is no record must not open as that of a new one.
 */
function listToChooseFrom({ path, spec, part }: Props, query: Readonly<Record<string, string>>): string | undefined {
  const named = (key: string) => /^[1-9]\d*$/.test(query[key] ?? '');
  if (part === 'record') return named('id') ? undefined : spec.of ? ownerPath(path) : path;
  if (part === 'form' && query.id) return named('id') ? undefined : path;
  return part === 'page' && spec.of?.by && !named(spec.of.by) ? ownerPath(path) : undefined;
}

export default function Screen(props: Props) {
  const { path, spec, view, part } = props;
  const name = engineOf(spec.kind, part);
  const { query } = useTab();
  const [Engine] = useState(() => ready[name] ?? lazies[name]);
  // Lines that stand inside a record belong to it, whatever the address says.
  const inside = useContext(OwnerContext) !== undefined;
  const list = inside ? undefined : listToChooseFrom(props, query);
  return (
    <Suspense fallback={<Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />}>
      {list ? <NoRecord list={list} asked={query.id} /> : <Engine path={path} spec={spec} view={view} />}
    </Suspense>
  );
}

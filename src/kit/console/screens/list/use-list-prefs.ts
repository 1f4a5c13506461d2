/** What the server keeps of a list for this user: columns, saved views. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewSchedule } from '../../../define/relative-days.ts';
import { post } from '../../http/client.ts';
import type { ColumnPrefs } from '../logic/columns.ts';
import type { Search } from '../logic/search-url.ts';
import { prefsKey } from '../query-keys.ts';

export interface SavedView {
  id: number;
  name: string;
  shared: boolean;
  own: boolean;
  search: Search;
  schedule?: ViewSchedule | null;
  sendTo?: string;
}

/** A search under a name, and when a file of it is written by itself. */
export interface NewView {
  name: string;
  shared: boolean;
  search: Search;
  schedule: ViewSchedule | null;
  /** Addresses it is mailed to; '' files it alone. */
  sendTo: string;
}

export interface ListPrefs {
  columns?: Record<string, ColumnPrefs>;
  views: SavedView[];
}

const common = '/admin/common';
const saveDelayMs = 600;
const none: ListPrefs = { views: [] };

/** How the stored preferences of a list are asked. */
export const prefsQuery = (path: string) =>
  queryOptions({
    queryKey: prefsKey(path),
    queryFn: ({ signal }) => post<ListPrefs | null>(common, 'list_state', { page: path }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The stored preferences (the definition's own while they cannot be read) and the function that changes them. */
export function useListPrefs(path: string) {
  const client = useQueryClient();
  const answer = useQuery(prefsQuery(path));
  // Changed in this screen: shown at once, before the cache has told everybody.
  const [changed, setChanged] = useState<Pick<ListPrefs, 'columns'>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<Pick<ListPrefs, 'columns'>>(null);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!unsaved.current) return;
    const body = { page: path, ...unsaved.current };
    unsaved.current = null;
    // A preference that could not be stored is no reason to disturb the clerk; it holds until the tab closes.
    post(common, 'list_state_save', body).catch(() => {});
  }, [path]);
  useEffect(() => flush, [flush]);
  const save = useCallback(
    (part: Pick<ListPrefs, 'columns'>) => {
      setChanged((before) => ({ ...before, ...part }));
      client.setQueryData<ListPrefs | null>(prefsKey(path), (before) => ({ ...none, ...before, ...part }));
      unsaved.current = { ...unsaved.current, ...part };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, saveDelayMs);
    },
    [client, path, flush],
  );
  const saveView = async (view: NewView) => {
    await post(common, 'view_save', { page: path, ...view });
    await client.invalidateQueries({ queryKey: prefsKey(path) });
  };
  const removeView = async (id: number) => {
    await post(common, 'view_remove', { id });
    await client.invalidateQueries({ queryKey: prefsKey(path) });
  };
  return { ready: !answer.isPending, prefs: { ...none, ...answer.data, ...changed }, save, saveView, removeView };
}

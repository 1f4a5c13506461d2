/** Choices of a ref field from its source's `options` verb, and the names of ids already chosen. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '../http/client.ts';

export interface Option {
  id: number;
  name: string;
  /** Second line: number, unit, department. */
  hint?: string | null;
  parentId?: number | null;
  disabled?: boolean;
}

const freshMs = 60_000;

/** Choices matching `keyword`, of what they are narrowed by; asked only while `enabled` (the list is open). */
export function useOptions(
  source: string,
  keyword: string,
  enabled: boolean,
  within?: Readonly<Record<string, number>>,
) {
  return useQuery({
    queryKey: ['options', source, keyword, ...(within ? [within] : [])],
    queryFn: ({ signal }) =>
      post<Option[]>(source, 'options', { ...(keyword ? { keyword } : {}), ...(within ? { within } : {}) }, { signal }),
    enabled,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}

/** Choices with these ids, whether or not they match anything typed. */
export function useOptionsOf(source: string, ids: readonly number[], enabled = true) {
  const sorted = [...ids].sort((a, b) => a - b);
  return useQuery({
    queryKey: ['options', source, { ids: sorted }],
    queryFn: ({ signal }) => post<Option[]>(source, 'options', { ids: sorted }, { signal }),
    enabled: enabled && sorted.length > 0,
    staleTime: freshMs,
  });
}

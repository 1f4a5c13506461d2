/** One record as its drawer and its page read it; a batch asks again by itself while a job is at work on it. */
import { useQuery } from '@tanstack/react-query';
import type { AnyPage } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import type { AnyRow } from '../logic/actions.ts';
import { recordKey } from '../query-keys.ts';

const askAgainMs = 1_000;

export function useRecord(path: string, spec: AnyPage, id: number) {
  return useQuery({
    queryKey: recordKey(path, id),
    queryFn: ({ signal }) => post<AnyRow>(path, 'get', { id }, { signal }),
    refetchInterval: ({ state }) => (state.data && spec.batch?.busy(state.data) ? askAgainMs : false),
    retry: false,
  });
}

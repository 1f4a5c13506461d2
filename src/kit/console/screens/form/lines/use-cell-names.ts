/** Names of the records that the cells of a grid refer to, asked once per column. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LinesSpec, nameKey } from '../../../../define/field.ts';
import { post } from '../../../http/client.ts';
import type { Option } from '../../../widgets/use-options.ts';
import type { Line } from './cells.ts';

/** Ids in one question. */
const most = 2_000;
const freshMs = 60_000;

export function useCellNames(spec: LinesSpec, rows: readonly Line[]): Record<string, ReadonlyMap<number, string>> {
  const asked = useMemo(
    () =>
      Object.entries(spec.fields).flatMap(([key, field]) => {
        if (!field.source || (field.kind !== 'ref' && field.kind !== 'refs')) return [];
        // Rows that bring their names need no question.
        const nameless = rows.filter((row) => row[nameKey(key)] === undefined);
        const ids = [...new Set(nameless.flatMap((row) => row[key] as number | number[]))].filter(Number.isSafeInteger);
        return [{ key, source: field.source, ids: ids.sort((a, b) => a - b).slice(0, most) }];
      }),
    [spec, rows],
  );
  const answers = useQueries({
    queries: asked.map(({ source, ids }) => ({
      queryKey: ['options', source, { ids }],
      queryFn: ({ signal }: { signal: AbortSignal }) => post<Option[]>(source, 'options', { ids }, { signal }),
      enabled: ids.length > 0,
      staleTime: freshMs,
      placeholderData: (before: Option[] | undefined) => before,
    })),
  });
  // The same map while it says the same: a row is drawn anew only when something of it has changed.
  const stamp = JSON.stringify([asked, answers.map((a) => a.dataUpdatedAt)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns and answers change when their stamp does
  return useMemo(
    () =>
      Object.fromEntries(
        asked.map(({ key }, i) => [key, new Map((answers[i]?.data ?? []).map((o) => [o.id, o.name]))]),
      ),
    [stamp],
  );
}

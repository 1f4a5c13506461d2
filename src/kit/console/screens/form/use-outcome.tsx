/** What an action is about to do, asked of the server as its dialog is filled, shown before it is confirmed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { formatFenGrouped } from '../../../define/fen.ts';
import type { Outcome } from '../../../define/page.ts';
import { ApiError, post } from '../../http/client.ts';
import { useDebounced } from '../../widgets/use-debounced.ts';
import { withAmount } from '../logic/template.ts';
import { pageKey } from '../query-keys.ts';
import { OutcomeLines } from './outcome-lines.tsx';

export interface Told {
  /** Words of the button that does it, with the amount: 退回 15.00 元. */
  verb: string | undefined;
  /** What it comes to: 15.00 元; undefined where it comes to nothing, or to nothing known yet. */
  amount: string | undefined;
  /** It must not be confirmed: nothing is known yet, or the server says no. */
  blocked: boolean;
  /** The answer to what is filled in now is under way. */
  asking: boolean;
  shown: ReactNode;
  /** Fields that are asked because of it. */
  asks: readonly string[];
}

const untold: Told = { verb: undefined, amount: undefined, blocked: false, asking: false, shown: null, asks: [] };
const settleMs = 250;

/** Nothing is asked, and nothing blocked, without an outcome. Values that do not fit yet leave the judgement to the form. */
export function useOutcome(
  path: string,
  of: { action: { key: string; label: string }; target: Readonly<Record<string, unknown>> } | undefined,
  values: Readonly<Record<string, unknown>>,
): Told {
  const body = { action: of?.action.key, ...of?.target, ...values };
  const now = JSON.stringify(body);
  const asked = useDebounced(now, settleMs);
  const { data, error, isFetching } = useQuery({
    queryKey: [...pageKey(path), 'outcome', asked],
    queryFn: ({ signal }) => post<Outcome>(path, 'outcome', JSON.parse(asked) as object, { signal }),
    // Not what stood there before there was anything to ask.
    enabled: of !== undefined && asked === now,
    placeholderData: keepPreviousData,
    // What is confirmed is what holds now.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!of) return untold;
  const stale = isFetching || asked !== now;
  // What was said of other values says nothing of these.
  if (error && stale) return { ...untold, blocked: true, asking: true };
  if (error) {
    const unfinished = error instanceof ApiError && Object.keys(error.fields).length > 0;
    return {
      ...untold,
      blocked: !unfinished,
      shown: unfinished ? null : <Alert type="error" showIcon title={error.message} data-part="outcome" />,
    };
  }
  if (!data)
    return { ...untold, blocked: true, asking: true, shown: <Skeleton active paragraph={{ rows: 2 }} title={false} /> };
  const amount = data.amountFen === undefined ? data.amount : `${formatFenGrouped(data.amountFen)} 元`;
  return {
    verb: withAmount(of.action.label, amount),
    amount,
    blocked: stale,
    asking: stale,
    asks: data.asks ?? [],
    shown: <OutcomeLines lines={data.lines} busy={stale} />,
  };
}

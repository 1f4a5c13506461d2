/** Of a pair of dates the later one must not come first. */
import type { RowValues } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import './refusals.ts';

/** DATES_TURNED at the `end` field when both are given and the end lies before the start. */
export function datesInOrder(
  values: Readonly<Record<string, unknown>>,
  before: RowValues | null,
  start: string,
  end: string,
): Refusal | undefined {
  const now = { ...before, ...values } as Record<string, string | null | undefined>;
  return now[start] && now[end] && now[end] < now[start]
    ? refuse('DATES_TURNED', {}, { [end]: '不能早于起期' })
    : undefined;
}

/** Whether a change of a device may set its 消费模式, or leave it empty. */
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';

/** A device that charges shows a mode and keeps one; none is written to a device that shows none. */
export function chargingMode<Mode extends string>(
  row: Readonly<Record<string, unknown>>,
  asked: Mode | null | undefined,
): { mode?: Mode } | Refusal {
  if (typeof row.mode !== 'string') return {};
  return asked ? { mode: asked } : refuseField('mode', '消费模式不能为空');
}

/** The story of an alert: lines are added and never changed. */
import { isoAt } from '../../kit/server/clock.ts';
import { beyondScope } from '../../kit/server/query/beyond-scope.ts';
import type { StepEvent } from './alert-states.ts';
import type { AlertHost } from './host.ts';

/** Writes a line of the alert's story. `by` is '' for the house. */
export async function addStep(
  host: AlertHost,
  organizationId: number,
  alertId: number,
  event: StepEvent,
  { note = '', by = '' }: { note?: string; by?: string } = {},
): Promise<void> {
  await beyondScope(host)
    .insertInto('alert_step')
    .values({
      organization_id: organizationId,
      id: await host.ids.next(),
      alert_id: alertId,
      at: isoAt(host.clock.now()),
      event,
      by_name: by,
      note,
    })
    .execute();
}

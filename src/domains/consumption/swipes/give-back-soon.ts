/** A reversal of a meal paid by code is owed to the payer: asked of the channel at once, by the sweep where that fails. */
import type { Services } from '../../../kit/server/context.ts';
import { giveBack } from '../../funding/public.server.ts';

/** Begins it and returns; the clerk's answer does not wait for the channel. Most trades owe nothing: one look-up. */
export function giveBackSoon(
  services: Parameters<typeof giveBack>[0] & Pick<Services, 'log'>,
  organizationId: number,
  postingId: number,
): void {
  giveBack(services, { organizationId, postingId }).catch((error: unknown) =>
    services.log.warn('refund of a meal paid by code', { error: String(error) }),
  );
}

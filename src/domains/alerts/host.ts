/** Who may raise, clear and tell of alerts. */
import type { Ctx } from '../../kit/server/context.ts';

/** A page's context, or a job's own transaction with the clock and the ids of the services. */
export type AlertHost = Pick<Ctx, 'db' | 'ids' | 'clock'>;

/** What recharges leave to the domain above that has activities. */
import type { Services } from '../../kit/server/context.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Hears of a recharge that stands; filled by the domain that gives something on it. */
    rechargeCredited?: (organizationId: number, orderId: number) => Promise<void>;
  }
}

/** Tells of the recharge. Whatever becomes of it, the recharge stands: who missed it looks again by itself. */
export async function tellCredited(
  { rechargeCredited, log }: Pick<Services, 'rechargeCredited'> & Partial<Pick<Services, 'log'>>,
  organizationId: number,
  orderId: number,
): Promise<void> {
  await rechargeCredited?.(organizationId, orderId).catch((error: unknown) =>
    log?.warn('a credited recharge was not followed', { organizationId, orderId, error: String(error) }),
  );
}

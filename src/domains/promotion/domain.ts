/** Promotion: a caterer's activities. The money is the wallet's; here is what is given, to whom, and that no budget is overdrawn. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { closeLapsed, Lanes } from './budget/lanes.ts';
import { expireCoupons } from './coupons/expire-coupons.ts';
import { orderCoupons } from './coupons/order-coupons.ts';
import { couponRoutes } from './coupons/own-coupons.ts';
import { clearExpiredGifts, followRecharge, followRecharges, followRefunds } from './gifts/follow-recharges.ts';
import { offerDesk } from './offers/offer-desk.ts';
import { type RunningSource, runningActivities } from './offers/running.ts';
import { undoUses } from './offers/undo-uses.ts';
import { openWork } from './open-work.ts';
import './refusals.ts';
import './tables.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** What holds at the tills; forgotten when an activity changes. */
    runningActivities?: RunningSource;
    activityLanes?: Lanes;
  }
}

/** Gifts nobody gave on the way, refunds and corrections that take something back, lanes that lapsed: by the minute. */
const followJob = 'activities';
const nightJob = 'activities-night';

const ofBoth = { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } } as const;

export const promotion: Domain = {
  name: 'promotion',
  tables: {
    activity: { contractor: 'contractor_id' },
    activity_unit: ofBoth,
    activity_lane: ofBoth,
    activity_coupon: ofBoth,
    activity_use: ofBoth,
  },
  build(services) {
    const { clock, ids, aside } = services;
    services.runningActivities = runningActivities(aside, clock);
    services.activityLanes = new Lanes({ clock, ids, pool: aside });
    services.offerDesk = offerDesk(services, aside, services.runningActivities, services.activityLanes);
    services.orderCoupons = orderCoupons(services);
    services.rechargeCredited = (organizationId, orderId) => followRecharge(services, organizationId, orderId);
    services.jobs?.define(followJob, async () => {
      await followRecharges(services);
      await followRefunds(services);
      await undoUses(services);
      await closeLapsed(services);
    });
    services.jobs?.define(nightJob, async () => {
      await services.pool.query(
        `update /* wall: activities whose time is over */ activity set status = 'ENDED', updated_at = $1, version = version + 1
         where status in ('ONGOING', 'PAUSED') and end_at <= $1`,
        [isoAt(clock.now())],
      );
      await expireCoupons(services);
      await clearExpiredGifts(services);
    });
  },
  routes: couponRoutes,
  async start(services) {
    services.shellBoard.registerWork(openWork, 'ORGANIZATION');
    await services.jobs.schedule(followJob, '* * * * *', { key: 'all' });
    await services.jobs.schedule(nightJob, '10 4 * * *');
  },
  stop: async (services) => services.activityLanes?.close(),
};

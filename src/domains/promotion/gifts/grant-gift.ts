/** The gift of one recharge: once, out of a lane of its own, as a lot that can be spent until a day and never be paid out. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { giftFen, type Tier } from '../activities/terms.ts';
import { closeLane, openLane } from '../budget/lanes.ts';
import { promotionRefusals } from '../refusals.ts';

export type GiftTools = Pick<Services, 'pool' | 'wallet' | 'clock' | 'ids'>;

export interface GiftActivity {
  contractorId: number;
  activityId: number;
  name: string;
  bearer: string;
  tiers: readonly Tier[];
  giftDays: number;
}

export interface Recharge {
  organizationId: number;
  id: number;
  orderNo: string;
  personId: number;
  amountFen: number;
}

const useColumns = `organization_id, id, contractor_id, activity_id, kind, bearer, person_id, recharge_order_id, business_date, base_fen,
  fen, at, status, note, lane_id, wallet_id`;

/** The activity that gives most for the recharge; of equal ones the oldest. */
export function bestGift(activities: readonly GiftActivity[], amountFen: number) {
  let best: { activity: GiftActivity; fen: number } | undefined;
  for (const activity of [...activities].sort((a, b) => a.activityId - b.activityId)) {
    const fen = giftFen(activity.tiers, amountFen);
    if (fen > (best?.fen ?? 0)) best = { activity, fen };
  }
  return best;
}

/**
 * Gives the recharge its gift, or notes why it got none. Asked again it answers as before: one use for each recharge, and one key
 * at the money door.
 */
export async function grantGift(
  tools: GiftTools,
  activities: readonly GiftActivity[],
  recharge: Recharge,
): Promise<void> {
  const best = bestGift(activities, recharge.amountFen);
  if (!best) return;
  const { activity, fen } = best;
  const { organizationId } = recharge;
  const now = tools.clock.now();
  const day = businessDay(now);
  const useId = await tools.ids.next();
  const common = [
    organizationId,
    useId,
    activity.contractorId,
    activity.activityId,
    'RECHARGE_GIFT',
    activity.bearer,
    recharge.personId,
    recharge.id,
    day,
    recharge.amountFen,
  ];
  // Not while a lane is open: another recharge, or another node at this one, may give back what it holds; the next look decides.
  const miss = (note: string, unlessLanes: boolean) =>
    tools.pool.query(
      `insert /* wall: the organization of the recharge */ into activity_use (${useColumns})
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, 'MISSED', $12, null, null
       where not ($13 and exists (select from activity_lane where contractor_id = $3 and activity_id = $4 and closed_at is null))
       on conflict do nothing`,
      [...common, isoAt(now), note, unlessLanes],
    );
  const lane = await openLane(tools, { organizationId, ...activity }, { wantFen: fen, leastFen: fen });
  if (!lane) {
    await miss('活动预算已用完', true);
    return;
  }
  const outcome = await tools.wallet.submit({
    kind: 'SUBSIDY_GRANT',
    purse: 'GIFT',
    organizationId,
    requestKey: `activity-gift:${recharge.id}`,
    personId: recharge.personId,
    occurredAt: now,
    amountFen: fen,
    batchId: activity.activityId,
    expiresOn: addDays(day, activity.giftDays),
    reason: `充值赠送：${activity.name}（${recharge.orderNo}）`,
    sourceType: 'recharge_order',
    sourceId: recharge.id,
    companion: async (tx, posted) => {
      const { rowCount } = await tx.query(
        `insert /* wall: the organization of the recharge */ into activity_use (${useColumns})
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'GIVEN', '', $13::bigint, $14::bigint
         where exists (select from activity_lane where organization_id = $1 and id = $13 and closed_at is null for share)
         on conflict do nothing`,
        [...common, fen, isoAt(now), lane.id, posted.walletId],
      );
      return rowCount === 1 ? undefined : refuse(promotionRefusals.OFFER_GONE);
    },
  });
  await closeLane(tools, organizationId, lane.id);
  // OFFER_GONE is looked at again: the lane lapsed on the way, or another node was first.
  if (isRefusal(outcome) && outcome.code !== promotionRefusals.OFFER_GONE) await miss(refusalMessage(outcome), false);
}

/** What activities take off a swipe: the best single one, its money held before the price is known, its use written with the trade. */
import type { Pool } from 'pg';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import type { HeldOffer, OfferAsked, OfferDesk } from '../../consumption/public.server.ts';
import type { Json, Posted, PricedTrade, Tx } from '../../wallet/public.server.ts';
import { couponFen, discountFen } from '../activities/terms.ts';
import type { Held, Lanes } from '../budget/lanes.ts';
import { type Coupon, couponsSql } from '../coupons/good-coupons.ts';
import { promotionRefusals } from '../refusals.ts';
import type { RunningDiscount, RunningSource } from './running.ts';

/** One way to reduce the price. */
interface Way {
  contractorId: number;
  activityId: number;
  name: string;
  bearer: string;
  cut(priceFen: number): number;
  held?: Held;
  coupon?: Coupon;
}

/** A lane this small still saves asking; one this large keeps what lapses small. */
const chunkOf = ({ budgetFen, maxEachFen }: RunningDiscount) => Math.max(maxEachFen * 20, Math.floor(budgetFen / 100));

const traced = (priced: PricedTrade, line: string): Json => {
  const trace = (priced.trace ?? {}) as { readonly [key: string]: Json };
  return { ...trace, lines: [...((trace.lines ?? []) as readonly Json[]), line] };
};

export function offerDesk(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  pool: Pool,
  running: RunningSource,
  lanes: Lanes,
): OfferDesk {
  const discounts = async (asked: OfferAsked, offers: readonly RunningDiscount[]): Promise<Way[]> => {
    const now = clock.now();
    const ways: Way[] = [];
    for (const offer of offers) {
      const on = now >= offer.startMs && now < offer.endMs && offer.restaurantIds.includes(asked.restaurantId);
      const held = on
        ? await lanes.hold({ organizationId: asked.organizationId, ...offer }, offer.maxEachFen, chunkOf(offer))
        : undefined;
      if (held) ways.push({ ...offer, held, cut: (priceFen) => Math.min(discountFen(offer, priceFen), held.fen) });
    }
    return ways;
  };
  const coupons = async ({ organizationId, personId, restaurantId, date }: OfferAsked): Promise<Way[]> => {
    const { rows } = await pool.query<Coupon>({
      name: 'coupons-of-person',
      text: couponsSql,
      values: [organizationId, personId, date, restaurantId],
    });
    return rows.map((coupon) => ({ ...coupon, coupon, cut: (priceFen) => couponFen(coupon, priceFen) }));
  };

  const keep = async (
    tx: Tx,
    posted: Posted,
    asked: OfferAsked,
    way: Way,
    id: number,
    originFen: number,
    fen: number,
  ) => {
    if (way.coupon) {
      const { rowCount } = await tx.query(
        `update activity_coupon set status = 'USED', used_at = $3 where organization_id = $1 and id = $2 and status = 'ISSUED'`,
        [asked.organizationId, way.coupon.id, isoAt(asked.occurredAt)],
      );
      if (rowCount !== 1) return refuse(promotionRefusals.OFFER_GONE);
    }
    const values = [
      asked.organizationId,
      id,
      way.contractorId,
      way.activityId,
      way.coupon ? 'COUPON' : 'DISCOUNT',
      way.bearer,
      way.held?.laneId ?? null,
      way.coupon?.id ?? null,
      asked.personId,
      posted.postingId,
      asked.restaurantId,
      posted.businessDate,
      originFen,
      fen,
      isoAt(asked.occurredAt),
    ];
    const { rowCount } = await tx.query(
      `insert into activity_use (organization_id, id, contractor_id, activity_id, kind, bearer, lane_id, coupon_id, person_id, trade_id,
         restaurant_id, business_date, base_fen, fen, status, at)
       select $1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9, $10, $11, $12, $13, $14, 'GIVEN', $15
       where $7::bigint is null or exists (select from activity_lane where organization_id = $1 and id = $7 and closed_at is null for share)`,
      values,
    );
    return rowCount === 1 ? undefined : refuse(promotionRefusals.OFFER_GONE);
  };

  return async (asked: OfferAsked): Promise<HeldOffer | undefined> => {
    const now = await running(asked.organizationId);
    if (now.discounts.length === 0 && !now.coupons) return undefined;
    const ways = await discounts(asked, now.discounts);
    if (now.coupons) ways.push(...(await coupons(asked)));
    if (ways.length === 0) return undefined;
    const id = await ids.next();
    let chosen: { way: Way; originFen: number; fen: number } | undefined;
    return {
      price: (price) => (counters) => {
        chosen = undefined;
        const own = price(counters);
        if (isRefusal(own) || own.amountFen === 0) return own;
        for (const way of ways) {
          const fen = way.cut(own.amountFen);
          if (fen > (chosen?.fen ?? 0)) chosen = { way, originFen: own.amountFen, fen };
        }
        if (!chosen) return own;
        const { way, fen } = chosen;
        return {
          ...own,
          discountFen: own.discountFen + fen,
          amountFen: own.amountFen - fen,
          common: false,
          trace: traced(own, `${way.coupon ? '优惠券' : '活动'}「${way.name}」减 ${formatFenGrouped(fen)} 元`),
        };
      },
      keep: async (tx, posted) => chosen && keep(tx, posted, asked, chosen.way, id, chosen.originFen, chosen.fen),
      done: (outcome) => {
        const used = !isRefusal(outcome) && !outcome.posted.replayed ? chosen : undefined;
        for (const way of ways) way.held?.done(way === used?.way ? used.fen : 0);
      },
    };
  };
}

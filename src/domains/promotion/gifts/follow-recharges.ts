/** Recharges are followed by looking: what an activity owes them is given, what their refunds take with them comes back. */
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { backFen } from '../activities/terms.ts';
import { promotionRefusals } from '../refusals.ts';
import { type GiftActivity, type GiftTools, grantGift, type Recharge } from './grant-gift.ts';

interface HereActivity extends GiftActivity {
  organizationId: number;
  since: string;
  until: string;
  onlineOnly: boolean;
}

/** Activities that give on recharges, by organization; those just over as well, for what came in before. */
async function giving(
  tools: Pick<GiftTools, 'pool' | 'clock'>,
  organizationId: number | null,
): Promise<HereActivity[]> {
  const now = tools.clock.now();
  const { rows } = await tools.pool.query<HereActivity>(
    `select /* wall: every organization an activity holds in, or the one of the recharge */ u.organization_id as "organizationId",
       a.contractor_id as "contractorId", a.id as "activityId", a.name, a.bearer, a.tiers, a.gift_days as "giftDays",
       a.online_only as "onlineOnly", greatest(a.start_at, a.since_at, u.decided_at) as since, a.end_at as until
     from activity_unit u join activity a on a.contractor_id = u.contractor_id and a.id = u.activity_id
     where ($1::bigint is null or u.organization_id = $1) and u.status = 'ON' and a.kind = 'RECHARGE_GIFT'
       and a.status in ('ONGOING', 'ENDED') and a.start_at <= $2 and a.end_at > $3
     order by u.organization_id, a.id`,
    [organizationId, isoAt(now), isoAt(now - 86_400_000)],
  );
  return rows;
}

interface Credited extends Recharge {
  creditedAt: string;
  online: boolean;
}

/** Recharges of the last days without a decision, the given one alone or all. */
async function undecided(
  { pool, clock }: Pick<GiftTools, 'pool' | 'clock'>,
  organizationId: number,
  since: string,
  orderId: number | null,
): Promise<Credited[]> {
  const { rows } = await pool.query<Credited>(
    `select o.organization_id as "organizationId", o.id, o.order_no as "orderNo", o.person_id as "personId",
       o.amount_fen as "amountFen", o.credited_at as "creditedAt", o.credited_via is not null as online
     from recharge_order o
     where o.organization_id = $1 and o.created_at >= $2::timestamptz - interval '1 day' and o.created_at <= $4
       and o.credited_at >= $2 and o.posting_id is not null and o.status in ('CREDITED', 'PART_REFUNDED')
       and ($3::bigint is null or o.id = $3)
       and not exists (select from activity_use u where u.organization_id = o.organization_id and u.recharge_order_id = o.id)
     order by o.credited_at, o.id limit 500`,
    [organizationId, since, orderId, isoAt(clock.now())],
  );
  return rows;
}

/** Grants what is owed at one organization, or for one recharge there. */
async function grantHere(tools: GiftTools, here: readonly HereActivity[], orderId: number | null): Promise<void> {
  const since = here.map((one) => one.since).sort((a, b) => Date.parse(a) - Date.parse(b))[0]!;
  for (const recharge of await undecided(tools, here[0]!.organizationId, since, orderId)) {
    const at = Date.parse(recharge.creditedAt);
    const open = here.filter(
      (one) => at >= Date.parse(one.since) && at < Date.parse(one.until) && (recharge.online || !one.onlineOnly),
    );
    await grantGift(tools, open, recharge);
  }
}

/** What the recharge just credited is owed. */
export async function followRecharge(tools: GiftTools, organizationId: number, orderId: number): Promise<void> {
  const here = await giving(tools, organizationId);
  if (here.length > 0) await grantHere(tools, here, orderId);
}

/** Everything recharges are owed that nobody gave them on the way. */
export async function followRecharges(tools: GiftTools): Promise<void> {
  const byUnit = Map.groupBy(await giving(tools, null), (one) => one.organizationId);
  for (const here of byUnit.values()) await grantHere(tools, here, null);
}

interface Refunded {
  organizationId: number;
  id: number;
  contractorId: number;
  activityId: number;
  personId: number;
  walletId: number;
  fen: number;
  askedFen: number;
  baseFen: number;
  refundedFen: number;
  leftFen: number;
}

const refundedSql = `
  select /* wall: gifts of every organization, by their recharges */ u.organization_id as "organizationId", u.id,
    u.contractor_id as "contractorId", u.activity_id as "activityId", u.person_id as "personId", u.wallet_id as "walletId", u.fen,
    u.asked_back_fen as "askedFen", u.base_fen as "baseFen",
    (case when o.status in ('REVERSED', 'REFUNDED') then o.amount_fen else coalesce((select sum(r.amount_fen) from refund_order r
      where r.organization_id = o.organization_id and r.recharge_order_id = o.id and r.status = 'SUCCESS'), 0) end)::bigint as "refundedFen",
    greatest(0, w.balance_fen - w.held_fen) as "leftFen"
  from activity_use u join recharge_order o on o.organization_id = u.organization_id and o.id = u.recharge_order_id
  join wallet w on w.organization_id = u.organization_id and w.id = u.wallet_id
  where u.status = 'GIVEN' and u.asked_back_fen < u.fen and o.status in ('REVERSED', 'REFUNDED', 'PART_REFUNDED')
  order by u.organization_id, u.id limit 500`;

/** The part of a gift that goes with its recharge, as far as it has not been spent. */
export async function followRefunds(tools: GiftTools): Promise<number> {
  const { rows } = await tools.pool.query<Refunded>(refundedSql);
  let done = 0;
  for (const gift of rows) {
    const wanted = backFen(gift.fen, gift.refundedFen, gift.baseFen);
    if (wanted <= gift.askedFen) continue;
    done += 1;
    await takeBack(tools, gift, wanted, Math.min(wanted - gift.askedFen, gift.leftFen));
  }
  return done;
}

async function takeBack(tools: GiftTools, gift: Refunded, wanted: number, fen: number): Promise<void> {
  const noted = [gift.organizationId, gift.id, wanted, fen, wanted >= gift.fen ? 'RETURNED' : 'GIVEN'];
  const note = `update activity_use set asked_back_fen = $3, returned_fen = returned_fen + $4, status = $5
    where organization_id = $1 and id = $2 and asked_back_fen < $3`;
  if (fen === 0) {
    await tools.pool.query(note, noted);
    return;
  }
  const outcome = await tools.wallet.submit({
    kind: 'SUBSIDY_RETURN',
    organizationId: gift.organizationId,
    requestKey: `activity-back:${gift.id}:${wanted}:${fen}`,
    personId: gift.personId,
    occurredAt: tools.clock.now(),
    walletId: gift.walletId,
    amountFen: fen,
    reason: '充值已退，收回赠送',
    sourceType: 'activity_use',
    sourceId: gift.id,
    companion: async (tx) => {
      // Another node has taken it back with other figures, under another key: once is enough.
      if ((await tx.query(note, noted)).rowCount !== 1) return refuse(promotionRefusals.OFFER_GONE);
      await tx.query('update activity set reserved_fen = reserved_fen - $3 where contractor_id = $1 and id = $2', [
        gift.contractorId,
        gift.activityId,
        fen,
      ]);
      return undefined;
    },
  });
  // Spent or taken back meanwhile: the next look sees what is left.
  if (isRefusal(outcome)) return;
}

/** Gifts past their last day are taken off the accounts; the budget has given them. */
export async function clearExpiredGifts(tools: GiftTools): Promise<void> {
  const { rows } = await tools.pool.query<{ organizationId: number; walletId: number; personId: number }>(
    `select /* wall: gifts of every organization */ w.organization_id as "organizationId", w.id as "walletId", w.person_id as "personId"
     from activity_use u join wallet w on w.organization_id = u.organization_id and w.id = u.wallet_id
     where u.kind = 'RECHARGE_GIFT' and w.status <> 'CLOSED' and w.expires_on < $1::date and w.balance_fen - w.held_fen > 0
     order by 1, 2 limit 2000`,
    [businessDay(tools.clock.now())],
  );
  for (const { organizationId, walletId, personId } of rows)
    await tools.wallet.submit({
      kind: 'SUBSIDY_CLEAR',
      organizationId,
      requestKey: `activity-clear:${walletId}`,
      personId,
      walletId,
      occurredAt: tools.clock.now(),
      reason: '赠送金到期',
    });
}

import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withNow } from '../../shelf/with-now.ts';
import '../../tables.ts';
import {
  endSubscription,
  freeze,
  type SubscriptionValues,
  setRatio,
  subscribe,
  unfreeze,
  withdrawRatio,
} from '../subscriptions.ts';
import { subscription, subscriptionBill, subscriptionRatio } from './subscribe.page.ts';

const bills = sql`from subscribe_order b where b.contractor_id = m.contractor_id and b.subscription_id = m.id`;
const ratios = sql`from market_ratio r where r.contractor_id = m.contractor_id and r.subscription_id = m.id`;

const { update } = tableCrud(subscription, { table: 'market_subscription' });

const list = bind(subscription, {
  list: over(
    subscription,
    'market_subscription as m',
    {
      columns: {
        ratio: sql`(select r.ratio ${ratios} and r.from_date <= greatest(clock.today, m.start_date) order by r.from_date desc limit 1)`,
        nextRatio: sql`(select trim_scale(r.ratio / 100.0) || '%（' || r.from_date || ' 起）' ${ratios} and r.from_date > clock.today
          order by r.from_date limit 1)`,
        window: sql`(select b.calc_from || ' 至 ' || b.calc_to ${bills} and b.status = 'CALCULATING' order by b.calc_from limit 1)`,
        baseFen: sql`(select b.order_amount_fen ${bills} and b.status = 'CALCULATING' order by b.calc_from limit 1)`,
        owedFen: sql`(select coalesce(sum(b.amount_fen), 0)::bigint ${bills} and b.status in ('UNPAID', 'OVERDUE', 'FROZEN'))`,
        state: sql`case when m.status = 'CLOSED' then 'CLOSED' when m.freezes_at <= clock.now then 'FROZEN'
          when m.freezes_at is not null then 'NOTICE' else 'ACTIVE' end`,
      },
    },
    (from, ctx) => withNow(from, ctx),
  ),
  create: (ctx, values) => subscribe(ctx, values as SubscriptionValues),
  update,
  actions: { ratio: setRatio, freeze, unfreeze, end: endSubscription },
});

const billList = bind(subscriptionBill, { list: over(subscriptionBill, 'subscribe_order as b', {}) });

const ratioList = bind(subscriptionRatio, {
  list: over(
    subscriptionRatio,
    'market_ratio as r',
    { columns: { coming: sql`(r.from_date > clock.today)` } },
    (from, ctx) => withNow(from, ctx),
  ),
  actions: { withdraw: withdrawRatio },
});

export default [list, billList, ratioList];

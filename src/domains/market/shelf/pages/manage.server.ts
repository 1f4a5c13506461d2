import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { marketRefusals } from '../../refusals.ts';
import '../../tables.ts';
import { freezeNotice } from '../freeze-notice.ts';
import { withNow } from '../with-now.ts';
import spec from './manage.page.ts';

type ShopValues = Values<typeof spec.fields>;

async function checkShop(ctx: Ctx, values: ShopValues, before: RowValues | null) {
  const now = (key: 'pickup' | 'delivery') => (values[key] === undefined ? before?.[key] : values[key]);
  if (!now('pickup') && !now('delivery')) return refuseField('pickup', '自提与配送至少选一种');
  if (values.restaurantId === undefined) return undefined;
  const place = await ctx.db
    .selectFrom('restaurant')
    .select(['name', 'kind', 'organization_id', 'contractor_id'])
    .where('id', '=', values.restaurantId ?? 0)
    .executeTakeFirst();
  const site = values.organizationId ?? before?.organizationId;
  return place?.kind === 'SHOP' && place.organization_id === site && place.contractor_id === ownContractor(ctx)
    ? undefined
    : refuse(marketRefusals.SHOP_PLACE, { place: place?.name ?? '' }, { restaurantId: '请选择该单位的商店' });
}

/** Its subscription's freeze, over alias `s` of shops. */
const freezes = sql`(select min(m.freezes_at) from market_subscription m where m.contractor_id = s.contractor_id)`;

export default bind(spec, {
  list: over(
    spec,
    'shop as s',
    {
      columns: {
        hours: sql`s.open_at || '–' || s.close_at`,
        cutoff: sql`case s.cutoff_days when 0 then '当天 ' else '前 ' || s.cutoff_days || ' 天 ' end || s.cutoff_at`,
        ways: sql`concat_ws('、', case when s.pickup then '自提' end, case when s.delivery then '配送' end)`,
        onCount: sql`(select count(*)::int from shop_shelf x join goods g on g.contractor_id = x.contractor_id and g.id = x.goods_id
          where x.contractor_id = s.contractor_id and x.organization_id = s.organization_id and x.status = 'ON' and g.status = 'NORMAL')`,
        state: sql`case when s.status = 'CLOSED' then 'CLOSED' when ${freezes} <= clock.now then 'FROZEN'
          when ${freezes} is not null then 'NOTICE' else 'OPEN' end`,
      },
    },
    (from, ctx) => withNow(from, ctx),
  ),
  ...tableCrud(spec, {
    table: 'shop',
    owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
    unique: { shop_site: 'organizationId', shop_restaurant: 'restaurantId' },
    check: checkShop,
  }),
  actions: {
    close: setColumn('shop', 'status', 'CLOSED', '停业'),
    open: setColumn('shop', 'status', 'OPEN', '恢复营业'),
  },
  notice: (ctx) => freezeNotice(sqlOf(ctx.db), ownContractor(ctx), isoAt(ctx.clock.now())),
});

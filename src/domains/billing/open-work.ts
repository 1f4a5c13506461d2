/** What waits of bills, applications and orders, on the homes of everybody who owes or is owed; each opens just those rows. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { WorkItem } from '../shell/public.server.ts';
import { warnDays } from './applications/service-state.ts';
import { owed } from './bills/bill-states.ts';
import './tables.ts';

type Items = Promise<WorkItem[]>;
const one = sql<number>`count(*)::int`.as('n');
const owes = owed.join(',');

const ownBills = async (ctx: Ctx, area: string): Promise<WorkItem> => ({
  label: '平台账单待付',
  count: (
    await ctx.db
      .selectFrom('unit_bill')
      .select(one)
      .where('status', 'in', [...owed])
      .executeTakeFirstOrThrow()
  ).n,
  path: `/admin/${area}/unit_bill?status=${owes}`,
  hint: '逾期的应用会转为只读',
});

/** Of a unit that uses the platform: what it owes, what of it ends. */
async function ofUser(ctx: Ctx, area: 'organization' | 'contractor'): Items {
  const until = addDays(dateAt(ctx.clock.now()), warnDays);
  const ending = await ctx.db
    .selectFrom('unit_service')
    .select(one)
    .where('unit_type', '=', String(ctx.session.unitType))
    .where('unit_id', '=', ctx.session.unitId ?? 0)
    .where('sale', '=', 'NORMAL')
    .where('closed_on', 'is', null)
    .where('end_on', '<=', until)
    .executeTakeFirstOrThrow();
  return [
    await ownBills(ctx, area),
    {
      label: '服务到期',
      count: ending.n,
      path: `/admin/${area}/application?state=TRIAL,ACTIVE,EXPIRING,GRACE,READ_ONLY&endOn=,${until}`,
      hint: `${warnDays} 天内到期或已到期的应用`,
    },
  ];
}

async function ofAgent(ctx: Ctx): Items {
  const [fees, coming] = await Promise.all([
    ctx.db
      .selectFrom('subscription_order as o')
      .innerJoin('application as a', (on) => on.onRef('a.id', '=', 'o.application_id').on('a.base', '=', true))
      .select(one)
      .where('o.status', '=', 'WAITING')
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('purchase_order').select(one).where('status', '=', 'SHIPPED').executeTakeFirstOrThrow(),
  ]);
  return [
    {
      label: '待收年费',
      count: fees.n,
      path: `/admin/agent/annual_fee_record?billStatus=${owes}&sort=expiresOn`,
      hint: '客户服务 60 天内到期，登记收款后平台确认、佣金入账',
    },
    await ownBills(ctx, 'agent'),
    {
      label: '采购待收货',
      count: coming.n,
      path: '/admin/agent/purchase_order?status=SHIPPED',
      hint: '发货 10 天后自动收货',
    },
  ];
}

async function ofPlatform(ctx: Ctx): Items {
  const [waits, late, orders, grades] = await Promise.all([
    ctx.db
      .selectFrom('unit_bill_payment')
      .select(sql<number>`count(distinct bill_id)::int`.as('n'))
      .where('way', '=', 'TRANSFER')
      .where('status', '=', 'WAITING')
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('unit_bill').select(['kind', one]).where('status', '=', 'OVERDUE').groupBy('kind').execute(),
    ctx.db.selectFrom('purchase_order').select(one).where('status', '=', 'PAID').executeTakeFirstOrThrow(),
    ctx.db.selectFrom('agent_grade_proposal').select(one).where('status', '=', 'PROPOSED').executeTakeFirstOrThrow(),
  ]);
  const fees = late.find(({ kind }) => kind === 'ANNUAL_FEE')?.n ?? 0;
  const rest = late.reduce((sum, { n }) => sum + n, 0) - fees;
  return [
    {
      label: '转账待确认',
      count: waits.n,
      path: '/admin/platform/unit_bill?waits=true',
      hint: '在平台收款账户核对流水后确认到账',
    },
    {
      label: '年费逾期',
      count: fees,
      path: '/admin/platform/unit_bill?status=OVERDUE&kind=ANNUAL_FEE',
      hint: '由代理商催缴',
    },
    {
      label: '账单逾期',
      count: rest,
      path: '/admin/platform/unit_bill?status=OVERDUE&kind=APPLICATION,DEVICE_ORDER,MARKET_SERVICE',
      hint: '应用、采购与商超服务费',
    },
    {
      label: '采购待发货',
      count: orders.n,
      path: '/admin/platform/purchase_order?status=PAID',
      hint: '已付款还没有发货的订单',
    },
    {
      label: '代理等级待确认',
      count: grades.n,
      path: '/admin/platform/grade_proposal?status=PROPOSED',
      hint: '按年度采购额提出的调整',
    },
  ];
}

export const openWork = (ctx: Ctx): Items => {
  switch (ctx.session.unitType) {
    case 'ORGANIZATION':
      return ofUser(ctx, 'organization');
    case 'CONTRACTOR':
      return ofUser(ctx, 'contractor');
    case 'AGENT':
      return ofAgent(ctx);
    default:
      return ofPlatform(ctx);
  }
};

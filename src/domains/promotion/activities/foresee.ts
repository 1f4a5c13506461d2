/** What an activity would have cost in the last thirty days: said before it starts. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { ActivityRow } from '../tables.ts';
import { giftFen, termsWords } from './terms.ts';
import { termsOf } from './terms-of.ts';

interface Seen {
  count: number;
  fen: number;
}

async function discounts(ctx: Ctx, row: ActivityRow, from: string, to: string): Promise<Seen> {
  const { rows } = await sqlOf(ctx.db).query<Seen>(
    `select count(*)::int as count, coalesce(sum(least(t.amount_fen - (t.amount_fen * $6 + 5000) / 10000, $7, t.amount_fen - 1)), 0)::bigint as fen
     from trade t join contract_restaurant c on c.organization_id = t.organization_id and c.restaurant_id = t.restaurant_id
       and c.contractor_id = $2 and t.business_date between c.from_date and c.to_date
     where t.organization_id = any($1) and t.business_date between $3::date and $4::date and t.kind = 'CONSUME' and t.amount_fen > 0
       and t.mode <> 'SHOP' and not t.offline and t.amount_fen >= $5
       and (cardinality($8::bigint[]) = 0 or t.restaurant_id = any($8))`,
    [
      row.organization_ids,
      row.contractor_id,
      from,
      to,
      row.least_fen,
      row.percent_paid,
      row.max_each_fen,
      row.restaurant_ids,
    ],
  );
  return rows[0]!;
}

async function gifts(ctx: Ctx, row: ActivityRow, from: string, to: string): Promise<Seen> {
  const { rows } = await sqlOf(ctx.db).query<{ fen: number; count: number }>(
    `select amount_fen as fen, count(*)::int as count from recharge_order where organization_id = any($1) and posting_id is not null
       and business_date between $2::date and $3::date and status in ('CREDITED', 'PART_REFUNDED')
       and (not $4 or credited_via is not null) group by amount_fen order by amount_fen`,
    [row.organization_ids, from, to, row.online_only],
  );
  return rows.reduce<Seen>(
    (sum, { fen, count }) => {
      const gift = giftFen(row.tiers, fen);
      return gift === 0 ? sum : { count: sum.count + count, fen: sum.fen + gift * count };
    },
    { count: 0, fen: 0 },
  );
}

export async function foreseeActivity(ctx: Ctx, id: number): Promise<Outcome> {
  const row = await ctx.db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const today = businessDay(ctx.clock.now());
  const days = [addDays(today, -30), addDays(today, -1)] as const;
  const lines: [string, string][] = [
    ['活动', row.name],
    ['优惠', termsWords(termsOf(row))],
    ['预算', `${formatFenGrouped(row.budget_fen)} 元，用完即止`],
  ];
  if (row.kind === 'COUPON') lines.push(['发放', '上架后逐个单位发券，发放时占用预算']);
  else {
    const gift = row.kind === 'RECHARGE_GIFT';
    const { count, fen } = await (gift ? gifts : discounts)(ctx, row, ...days);
    lines.push([
      '按近 30 天试算',
      `${count} 笔${gift ? '充值' : '消费'}享受，共 ${formatFenGrouped(fen)} 元，为预算的 ${((fen * 100) / row.budget_fen).toFixed(0)}%`,
    ]);
  }
  return { lines };
}

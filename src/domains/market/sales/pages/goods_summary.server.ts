import { basisPoints } from '../../../../kit/define/fen.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { goodsCategories } from '../../../stock/public.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { soldCost, soldText } from '../sold-sql.ts';
import spec, { shopTrades } from './goods_summary.page.ts';

interface Sum {
  groupKey: string | number;
  groupName: string;
  category: string | null;
  spec: string | null;
  lineCount: number;
  qtyWords: string | null;
  amountFen: number;
  backFen: number;
  costFen: number;
  stockWords: string | null;
}

const keys = {
  goods: ['d.goods_id', 'g.name', true],
  category: ['g.category', 'g.category', false],
  site: [
    'd.organization_id',
    '(select /* wall: the name of the row’s unit */ o.name from organization o where o.id = d.organization_id)',
    false,
  ],
  day: ['x."businessDate"::text', 'x."businessDate"::text', false],
} as const;

const one = (value: unknown) => (value === undefined || value === null ? null : [value].flat());
const days = (search: Search) => (search.businessDate ?? [null, null]) as [string | null, string | null];

async function sums(ctx: Ctx, search: Search): Promise<Sum[]> {
  const [key, name, single] = keys[String(search.group ?? 'goods') as keyof typeof keys] ?? keys.goods;
  const { rows } = await sqlOf(ctx.db).query<Sum>(
    `select ${key} as "groupKey", ${name} as "groupName", ${single ? 'max(g.category)' : 'null'} as category,
       ${single ? 'max(g.spec)' : 'null'} as spec, count(*)::int as "lineCount",
       ${single ? `stock_qty(sum(d.qty - x."backQty")::bigint, max(g.base_unit))` : 'null'} as "qtyWords",
       sum(x."amountFen")::bigint as "amountFen", sum(x."backFen")::bigint as "backFen",
       round(sum(${soldCost} * (d.qty - x."backQty") / d.qty))::bigint as "costFen",
       ${
         single
           ? `(select stock_qty(coalesce(sum(b.qty), 0)::bigint, max(g.base_unit)) from stock_balance b
                where b.contractor_id = $1 and b.goods_id = d.goods_id)`
           : 'null'
} as "stockWords"
     from stock_due d join goods g on g.contractor_id = d.contractor_id and g.id = d.goods_id
     join ${soldText} x on true
     where d.contractor_id = $1 and d.kind = 'SALE' and x."businessDate" >= coalesce($2::date, '-infinity')
       and x."businessDate" <= coalesce($3::date, 'infinity') and ($4::bigint[] is null or d.organization_id = any($4))
       and ($5::text[] is null or g.category = any($5))
     group by 1, 2${single ? ', d.goods_id' : ''} order by 7 desc, 1`,
    [ownContractor(ctx), ...days(search), one(search.organizationId), one(search.category)],
  );
  return rows;
}

/** What the shops' trades came to, read from the trades alone: those with a line of goods, without what was paid for delivery. */
async function ofTrades(ctx: Ctx, search: Search): Promise<number> {
  if (one(search.category)) return (await sums(ctx, search)).reduce((sum, row) => sum + row.amountFen - row.backFen, 0);
  const { rows } = await sqlOf(ctx.db).query<{ fen: number }>(
    `select coalesce(sum(t.amount_fen - coalesce(v.reversed_fen, 0) - coalesce(o.delivery_fee_fen, 0)), 0)::bigint as fen
     from (select distinct d.organization_id, d.trade_id from stock_due d where d.contractor_id = $1 and d.kind = 'SALE') s
     join trade t on t.organization_id = s.organization_id and t.id = s.trade_id and t.mode = 'SHOP'
     left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
     left join shop_order o on o.organization_id = t.organization_id and o.trade_id = t.id and o.contractor_id = $1
     where t.business_date >= coalesce($2::date, '-infinity') and t.business_date <= coalesce($3::date, 'infinity')
       and ($4::bigint[] is null or s.organization_id = any($4))`,
    [ownContractor(ctx), ...days(search), one(search.organizationId)],
  );
  return rows[0]!.fen;
}

export default bind(spec, {
  rows: async (ctx, search) =>
    (await sums(ctx, search)).map(({ category, groupName, ...row }, i) => {
      const netFen = row.amountFen - row.backFen;
      const marginFen = netFen - row.costFen;
      return {
        id: i + 1,
        ...row,
        groupName: search.group === 'category' ? labelIn(goodsCategories, groupName) : groupName,
        categoryName: category === null ? null : labelIn(goodsCategories, category),
        marginFen,
        margin: netFen > 0 ? basisPoints(marginFen, netFen) : null,
      };
    }),
  proof: {
    reads: {
      amountFen: 'trade_item.amount_fen',
      backFen: 'posting_reversed.reversed_fen',
    },
    held: { [shopTrades]: ofTrades },
  },
});

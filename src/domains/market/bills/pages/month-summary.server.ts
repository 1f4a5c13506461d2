import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { organizationNames, ownContractor } from '../../../tenancy/public.server.ts';
import { soldByMonth } from '../count-sales.ts';
import spec, { billed } from './month-summary.page.ts';

interface Fee {
  organizationId: number;
  month: string;
  orderFen: number;
  feeFen: number;
  dueFen: number;
}

const bounds = (search: Search) => (search.month ?? [null, null]) as [string | null, string | null];
const sites = ({ organizationId }: Search) =>
  organizationId === undefined || organizationId === null ? null : ([organizationId].flat() as number[]);

/** The fees of all bills, parted by organization and month. */
async function feesByMonth(ctx: Ctx, search: Search): Promise<Fee[]> {
  const { rows } = await sqlOf(ctx.db).query<Fee>(
    `select p.organization_id as "organizationId", p.month::text as month, sum(p.order_fen)::bigint as "orderFen", sum(p.fee_fen)::bigint as "feeFen",
       coalesce(sum(p.fee_fen) filter (where b.status not in ('PAID', 'WAIVED')), 0)::bigint as "dueFen"
     from subscribe_order_part p join subscribe_order b on b.contractor_id = p.contractor_id and b.id = p.bill_id
     where p.contractor_id = $1 and p.month >= coalesce($2::date, '-infinity') and p.month <= coalesce($3::date, 'infinity')
       and ($4::bigint[] is null or p.organization_id = any($4)) group by 1, 2`,
    [ownContractor(ctx), ...bounds(search), sites(search)],
  );
  return rows;
}

async function rows(ctx: Ctx, search: Search) {
  const [fees, sold] = await Promise.all([
    feesByMonth(ctx, search),
    soldByMonth(sqlOf(ctx.db), ownContractor(ctx), ...bounds(search), sites(search)),
  ]);
  const keyOf = (row: { organizationId: number; month: string }) => `${row.month} ${row.organizationId}`;
  const feeAt = new Map(fees.map((fee) => [keyOf(fee), fee]));
  const soldAt = new Map(sold.map((one) => [keyOf(one), one]));
  const keys = [...new Set([...soldAt.keys(), ...feeAt.keys()])].sort().reverse();
  const names = await organizationNames(ctx.db, [
    ...new Set([...sold, ...fees].map(({ organizationId }) => organizationId)),
  ]);
  return keys.map((key, i) => {
    const { organizationId, month } = (soldAt.get(key) ?? feeAt.get(key))!;
    const { orderCount = 0, amountFen = 0, backFen = 0 } = soldAt.get(key) ?? {};
    const { orderFen = 0, feeFen = 0, dueFen = 0 } = feeAt.get(key) ?? {};
    const netFen = amountFen - backFen;
    const organizationName = names.get(organizationId) ?? null;
    const monthName = month.slice(0, 7);
    return {
      id: i + 1,
      organizationId,
      organizationName,
      month,
      monthName,
      orderCount,
      amountFen,
      backFen,
      netFen,
      orderFen,
      feeFen,
      dueFen,
    };
  });
}

/** Σ of the bills themselves; narrowed to months or units, of their parts. */
async function ofBills(ctx: Ctx, search: Search): Promise<number> {
  if (sites(search) || bounds(search).some(Boolean))
    return (await feesByMonth(ctx, search)).reduce((total, { feeFen }) => total + feeFen, 0);
  const { rows: found } = await sqlOf(ctx.db).query<{ fen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as fen from subscribe_order where contractor_id = $1`,
    [ownContractor(ctx)],
  );
  return found[0]!.fen;
}

export default bind(spec, {
  rows,
  proof: {
    reads: {
      amountFen: 'trade.amount_fen of mode SHOP',
      backFen: 'posting_reversed.reversed_fen',
      feeFen: 'subscribe_order_part.fee_fen',
    },
    held: { [billed]: ofBills },
  },
});

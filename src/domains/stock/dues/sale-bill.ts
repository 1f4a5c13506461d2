/** Documents that jobs write for sales and what comes back of them: nobody signs, the trades behind them are their proof. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { prefixOf } from '../bills/bill-kinds.ts';
import { writeWorth } from '../bills/post-bill.ts';
import type { BookedEntry } from '../ledger/post.ts';

interface Head {
  kind: 'SALE' | 'SALE_RETURN';
  contractorId: number;
  storehouseId: number;
  siteId: number | null;
  reason: string;
}

export async function writeHouseBill(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Sql,
  { kind, contractorId, storehouseId, siteId, reason }: Head,
  lines: readonly { goodsId: number; qty: number }[],
) {
  const [id = 0, ...lineIds] = await ids.take(lines.length + 1);
  const now = clock.now();
  await tx.query(
    `insert into stock_bill (contractor_id, id, bill_no, kind, status, storehouse_id, site_id, reason, occurred_at, line_count, source_type,
       maker_name, checked_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'POSTED', $5, $6, $7, $8, $9, 'SHOP', '系统', $8, $8, $8)`,
    [contractorId, id, `${prefixOf[kind]}${id}`, kind, storehouseId, siteId, reason, isoAt(now), lines.length],
  );
  await tx.query(
    `insert into stock_bill_line (contractor_id, bill_id, id, line_no, goods_id, typed_milli, qty)
     select $1, $2, id, n, g, q * 1000, q from unnest($3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as l (id, g, q, n)`,
    [contractorId, id, lineIds, lines.map(({ goodsId }) => goodsId), lines.map(({ qty }) => qty)],
  );
  return {
    id,
    lineIds,
    worth: (entries: readonly BookedEntry[]) => writeWorth(tx, { contractor_id: contractorId, id }, entries, now),
  };
}

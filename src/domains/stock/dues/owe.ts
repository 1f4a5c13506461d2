/** Writes down what a sale took, in the transaction of its money; stock follows. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface SoldLine {
  lineNo: number;
  goodsId: number;
  /** Base units. */
  qty: number;
  /** Of the order's line it was promised to. */
  orderLineId?: number;
}

export interface Sale {
  contractorId: number;
  organizationId: number;
  storehouseId: number;
  tradeId: number;
  soldAt: string;
  now: string;
}

/** `ids` as many as lines, taken before the transaction began. The same line of a trade is written once. */
export async function owe(tx: Sql, ids: readonly number[], sale: Sale, lines: readonly SoldLine[]): Promise<void> {
  await tx.query(
    `insert into stock_due (contractor_id, organization_id, storehouse_id, trade_id, sold_at, created_at, kind, id, line_no, goods_id, qty, order_line_id)
     select $1, $2, $3, $4, $5, $6, 'SALE', * from unnest($7::bigint[], $8::int[], $9::bigint[], $10::bigint[], $11::bigint[])
     on conflict (contractor_id, trade_id, line_no, kind) do nothing`,
    [
      sale.contractorId,
      sale.organizationId,
      sale.storehouseId,
      sale.tradeId,
      sale.soldAt,
      sale.now,
      ids,
      lines.map(({ lineNo }) => lineNo),
      lines.map(({ goodsId }) => goodsId),
      lines.map(({ qty }) => qty),
      lines.map(({ orderLineId }) => orderLineId ?? null),
    ],
  );
}

/** What a sale took comes back, all of it or `qty`; asked again, nothing more does. */
export async function oweReturn(
  tx: Sql,
  { contractorId, dueId, id, now, qty }: { contractorId: number; dueId: number; id: number; now: string; qty?: number },
): Promise<void> {
  await tx.query(
    `insert into stock_due (contractor_id, organization_id, storehouse_id, trade_id, sold_at, created_at, kind, id, line_no, goods_id, qty)
     select d.contractor_id, d.organization_id, d.storehouse_id, d.trade_id, $4, $4, 'RETURN', $3, d.line_no, d.goods_id, least(d.qty, coalesce($5::bigint, d.qty))
     from stock_due d where d.contractor_id = $1 and d.id = $2 on conflict (contractor_id, trade_id, line_no, kind) do nothing`,
    [contractorId, dueId, id, now, qty ?? null],
  );
}

/** A statement with its lines, as it is printed and as its supplier sees it. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { StatementLine, StatementPage } from './open/statement.open.ts';

export interface StatementRead extends Omit<StatementPage, 'closed'> {
  status: string;
  ourName: string;
  flowNo: string | null;
  paidOn: string | null;
}

/** Undefined where the caterer has none of this id; `lock` ends the reading of its head. */
export async function readStatement(
  db: Sql,
  contractorId: number,
  id: number,
  lock = '',
): Promise<StatementRead | undefined> {
  const { rows } = await db.query<Omit<StatementRead, 'lines'>>(
    `select b.statement_no as "statementNo", c.name as caterer, c.contact, c.phone, s.name as supplier, b.month::text, b.until::text,
       b.received_fen as "receivedFen", b.returned_fen as "returnedFen", b.amount_fen as "amountFen", b.status,
       case when b.status in ('DRAWN', 'VOID') then '' else b.checker_name end as "ourName", b.their_name as "theirName",
       b.their_at as "theirAt", b.their_note as "theirNote", b.flow_no as "flowNo", b.paid_on::text as "paidOn"
     from supplier_statement b join contractor c on c.id = b.contractor_id
     join supplier s on s.unit_type = 'CONTRACTOR' and s.unit_id = b.contractor_id and s.id = b.supplier_id
     where b.contractor_id = $1 and b.id = $2 ${lock}`,
    [contractorId, id],
  );
  if (!rows[0]) return undefined;
  const lines = await db.query<StatementLine>(
    `select r.receipt_no as "receiptNo", o.order_no as "orderNo", (r.accepted_at at time zone 'Asia/Shanghai')::date::text as "acceptedOn",
       x.received_fen as "receivedFen", x.returned_fen as "returnedFen"
     from supplier_statement_line x join receipt r on r.contractor_id = x.contractor_id and r.id = x.receipt_id
     left join supply_order o on o.contractor_id = r.contractor_id and o.id = r.order_id
     where x.contractor_id = $1 and x.statement_id = $2 order by x.line_no`,
    [contractorId, id],
  );
  return { ...rows[0], lines: lines.rows };
}

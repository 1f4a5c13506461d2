/**
 * Draws up what suppliers are owed for a month: of each receipt up to its end what is accepted and what went back, less what earlier
 * statements have said of it. A return or a dearer invoice after a statement is thus a line of the next, and nothing is said twice.
 * Only receipts are read of which something is not said: those that came or changed since.
 */

import { lastOfMonth } from '../../../kit/define/month.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { SupplierStatementRow } from '../tables.ts';

interface Due {
  supplierId: number;
  receiptId: number;
  receivedFen: number;
  returnedFen: number;
}

/** Held to the end of the command, so that what comes to one meanwhile is not taken for said. */
const openText = `
  select id from receipt
  where contractor_id = $1 and unstated and supplier_id is not null and accepted_at < ($2::date + 1) at time zone 'Asia/Shanghai'
    and ($3::bigint[] is null or supplier_id = any($3::bigint[]))
  order by id for update`;

const duesText = `
  with said as (
    select x.receipt_id, sum(x.received_fen) as received, sum(x.returned_fen) as returned from supplier_statement_line x
    join supplier_statement s on s.contractor_id = x.contractor_id and s.id = x.statement_id and s.status <> 'VOID'
    where x.contractor_id = $1 and x.receipt_id = any($2::bigint[]) group by 1)
  select r.supplier_id as "supplierId", r.id as "receiptId",
    (coalesce(sum(l.amount_fen), 0) - coalesce(max(d.received), 0))::bigint as "receivedFen",
    (coalesce(sum(l.returned_fen), 0) - coalesce(max(d.returned), 0))::bigint as "returnedFen"
  from receipt r
  left join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id and l.status = 'POSTED'
  left join said d on d.receipt_id = r.id
  where r.contractor_id = $1 and r.id = any($2::bigint[])
  group by r.supplier_id, r.id, r.accepted_at
  having coalesce(sum(l.amount_fen), 0) <> coalesce(max(d.received), 0) or coalesce(sum(l.returned_fen), 0) <> coalesce(max(d.returned), 0)
  order by r.supplier_id, r.accepted_at, r.id`;

/** One statement for each supplier of whom there is something to say; refuses a month to come, and nothing at all. */
export async function drawStatements(ctx: Ctx, { values }: ActionInput): Promise<Show | Refusal> {
  const contractorId = ownContractor(ctx);
  const today = dateAt(ctx.clock.now());
  const month = `${String(values.month).slice(0, 7)}-01`;
  if (month > today) return refuse(purchaseRefusals.STATEMENT_EARLY, { month: month.slice(0, 7) });
  const until = [lastOfMonth(month), today].sort()[0]!;
  const asked = (values.supplierIds as number[] | null) ?? [];
  const tx = sqlOf(ctx.db);
  // Two who draw at once wait for each other: no receipt is said twice.
  await tx.query('select pg_advisory_xact_lock(742011827, hashtext($1::text))', [contractorId]);
  const open = await tx.query<{ id: number }>(openText, [contractorId, until, asked.length > 0 ? asked : null]);
  const receipts = open.rows.map(({ id }) => id);
  const { rows } = await tx.query<Due>(duesText, [contractorId, receipts]);
  if (rows.length === 0) return refuse(purchaseRefusals.STATEMENT_NOTHING, { month: month.slice(0, 7) });
  const bySupplier = Map.groupBy(rows, ({ supplierId }) => supplierId);
  const made: { id: number; no: string }[] = [];
  for (const [supplierId, dues] of bySupplier) made.push(await write(ctx, { supplierId, month, until, dues }));
  await tx.query('update receipt set unstated = false where contractor_id = $1 and id = any($2::bigint[])', [
    contractorId,
    receipts,
  ]);
  return {
    told: {
      text: `已生成 ${made.length} 张对账单，截至 ${until}`,
      ...(made.length === 1
        ? { open: [{ label: made[0]!.no, path: `/admin/contractor/erp/supplier_statement/record?id=${made[0]!.id}` }] }
        : {}),
    },
  };
}

async function write(
  ctx: Ctx,
  { supplierId, month, until, dues }: { supplierId: number; month: string; until: string; dues: readonly Due[] },
): Promise<{ id: number; no: string }> {
  const contractorId = ownContractor(ctx);
  const [id = 0, ...lineIds] = await ctx.ids.take(dues.length + 1);
  const now = isoAt(ctx.clock.now());
  const no = `DZ${id}`;
  const [receivedFen, returnedFen] = [
    dues.reduce((sum, one) => sum + one.receivedFen, 0),
    dues.reduce((sum, one) => sum + one.returnedFen, 0),
  ];
  await ctx.db
    .insertInto('supplier_statement')
    .values({
      contractor_id: contractorId,
      id,
      statement_no: no,
      supplier_id: supplierId,
      month,
      until,
      receipt_count: dues.length,
      received_fen: receivedFen,
      returned_fen: returnedFen,
      amount_fen: receivedFen - returnedFen,
      status: 'DRAWN',
      ...madeBy(ctx.session),
      their_name: '',
      their_at: null,
      their_way: null,
      their_note: '',
      their_file: null,
      flow_no: null,
      paid_on: null,
      payer_id: null,
      payer_name: '',
      void_reason: '',
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
  await ctx.db
    .insertInto('supplier_statement_line')
    .values(
      dues.map((one, i) => ({
        contractor_id: contractorId,
        id: lineIds[i]!,
        statement_id: id,
        line_no: i + 1,
        receipt_id: one.receiptId,
        received_fen: one.receivedFen,
        returned_fen: one.returnedFen,
      })),
    )
    .execute();
  await ctx.audit({ action: '生成对账单', targetId: id, targetName: no });
  return { id, no };
}

/** Called off, its receipts are to be stated anew. */
export async function freeReceipts(ctx: Ctx, statement: SupplierStatementRow): Promise<void> {
  await ctx.db
    .updateTable('receipt')
    .set({ unstated: true })
    .where('id', 'in', (eb) =>
      eb.selectFrom('supplier_statement_line as x').select('x.receipt_id').where('x.statement_id', '=', statement.id),
    )
    .execute();
}

/** Until when a supplier may mark it by his link: a month. */
export const linkDays = 30;
/** The instant at which a link given out now ends. */
export const linkEnds = (ctx: Ctx): string =>
  isoAt(Date.parse(`${addDays(dateAt(ctx.clock.now()), linkDays)}T00:00:00+08:00`));

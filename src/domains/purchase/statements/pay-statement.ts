/** Who may note a payment, and under which number. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { SupplierStatementRow } from '../tables.ts';

/** Whoever pays has neither ordered nor accepted what is paid for; a number of the bank pays one supplier. */
export async function refusePayment(
  ctx: Ctx,
  statement: SupplierStatementRow,
  flowNo: string,
): Promise<Refusal | undefined> {
  const me = ctx.session.accountId;
  const touched = await ctx.db
    .selectFrom('supplier_statement_line as x')
    .innerJoin('receipt as r', 'r.id', 'x.receipt_id')
    .leftJoin('supply_order as o', 'o.id', 'r.order_id')
    .select(['r.receipt_no as receiptNo', 'o.maker_id as ordererId', 'o.order_no as orderNo'])
    .where('x.statement_id', '=', statement.id)
    .where((eb) => eb.or([eb('o.maker_id', '=', me), eb('r.inspector_id', '=', me), eb('r.second_id', '=', me)]))
    .orderBy('x.line_no')
    .executeTakeFirst();
  if (touched) {
    const ordered = touched.ordererId === me;
    return refuse(purchaseRefusals.STATEMENT_PAYER, {
      no: statement.statement_no,
      doc: ordered ? touched.orderNo! : touched.receiptNo,
      what: ordered ? '下单' : '验收',
    });
  }
  const used = await ctx.db
    .selectFrom('supplier_statement')
    .select('statement_no')
    .where('flow_no', '=', flowNo)
    .where('supplier_id', '<>', statement.supplier_id)
    .executeTakeFirst();
  return (
    used &&
    refuse(purchaseRefusals.FLOW_USED, { flow: flowNo, no: used.statement_no }, { flowNo: '已登记给另一供应商' })
  );
}

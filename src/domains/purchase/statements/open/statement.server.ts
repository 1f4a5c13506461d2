/** Reads a statement for its supplier, and takes his mark or his objection. */
import { isoAt } from '../../../../kit/server/clock.ts';
import { inTransaction } from '../../../../kit/server/jobs/in-transaction.ts';
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../../refusals.ts';
import { readStatement, type StatementRead } from '../read-statement.ts';
import statement, { type StatementPage } from './statement.open.ts';

const closedBy: Readonly<Record<string, string>> = {
  DRAWN: '采购方还在核对',
  AGREED: '双方已确认',
  PAID: '已付款',
  DISPUTED: '异议已提出，采购方正在核对',
  VOID: '这张对账单已作废',
};

/** What of it is the supplier's to see. */
function shown({ status, ourName: _our, flowNo: _flow, paidOn: _paid, ...page }: StatementRead): StatementPage {
  return { ...page, closed: closedBy[status] ?? null };
}

const textOf = (value: unknown, most: number) =>
  String(value ?? '')
    .trim()
    .slice(0, most);

export default bindOpen(
  statement,
  async ({ pool }, { organizationId, subject }) => {
    const found = await readStatement(pool, organizationId, Number(subject));
    return found && shown(found);
  },
  undefined,
  ({ pool, clock }, { organizationId: contractorId, subject }, body) =>
    inTransaction(pool, async (tx) => {
      const id = Number(subject);
      const found = await readStatement(tx, contractorId, id, 'for update of b');
      if (!found) return refuse('NOT_FOUND');
      if (found.status !== 'SENT')
        return refuse(purchaseRefusals.STATEMENT_CLOSED, { no: found.statementNo, why: closedBy[found.status] ?? '' });
      const agrees = body.agrees === true;
      const [name, note] = [textOf(body.name, 20), textOf(body.note, 200)];
      if (!name) return refuse(purchaseRefusals.STATEMENT_SAY, { what: '您的姓名' });
      if (!agrees && !note) return refuse(purchaseRefusals.STATEMENT_SAY, { what: '哪里不对' });
      await tx.query(
        `update supplier_statement set status = $3, their_name = $4, their_note = $5, their_at = $6, their_way = 'LINK', updated_at = $6,
           version = version + 1 where contractor_id = $1 and id = $2`,
        [contractorId, id, agrees ? 'AGREED' : 'DISPUTED', name, note, isoAt(clock.now())],
      );
      return null;
    }),
);

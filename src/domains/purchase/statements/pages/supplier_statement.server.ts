import { sql } from 'kysely';
import { openPath } from '../../../../kit/define/open-page.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { openCode } from '../../../../kit/server/open/codes.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { drawStatements, freeReceipts, linkDays, linkEnds } from '../draw-statements.ts';
import statement from '../open/statement.open.ts';
import { refusePayment } from '../pay-statement.ts';
import { printStatement } from '../print-statement.ts';
import { statementFlow } from '../statement-states.ts';
import { supplierStatement, supplierStatementLine } from './supplier_statement.page.ts';

const statements = bind(supplierStatement, {
  list: over(supplierStatement, 'supplier_statement as b', {
    version: true,
    maker: 'b.maker_id',
    columns: { month: sql`to_char(b.month, 'YYYY-MM')` },
  }),
  actions: {
    ...moves(statementFlow, {
      table: 'supplier_statement',
      name: (one) => one.statement_no,
      stamped: true,
      check: { pay: (ctx, one, values) => refusePayment(ctx, one, String(values.flowNo).trim()) },
      write: {
        // What he had against it is answered: he is asked anew.
        confirm: () => ({ their_name: '', their_at: null, their_way: null }),
        signed: (ctx, values) => ({
          their_name: values.theirName,
          their_at: isoAt(ctx.clock.now()),
          their_way: 'PAPER',
          their_file: values.theirFile,
        }),
        pay: (ctx, values) => ({
          flow_no: String(values.flowNo).trim(),
          paid_on: values.paidOn,
          payer_id: ctx.session.accountId,
          payer_name: ctx.session.name,
        }),
        cancel: (_ctx, values) => ({ void_reason: values.reason }),
      },
      after: { cancel: freeReceipts },
    }),
    draw: drawStatements,
    link: async (ctx, { rows }) => {
      const row = rows[0]!;
      const subject = { organizationId: ownContractor(ctx), subject: String(row.id) };
      const path = openPath(statement, await openCode(ctx, statement, subject, linkEnds(ctx)));
      await ctx.audit({ action: '发给供应商', targetId: row.id, targetName: String(row.statementNo) });
      return {
        link: {
          title: `对账单 ${row.statementNo}`,
          path,
          note: `供应商打开后逐张核对，确认或提出异议；${linkDays} 天后失效`,
        },
      };
    },
    print: printStatement,
  },
  reads: ['print'],
});

const lines = bind(supplierStatementLine, {
  list: over(
    supplierStatementLine,
    'supplier_statement_line as x',
    {
      columns: {
        orderId: 'r.order_id',
        acceptedAt: 'r.accepted_at',
        amountFen: sql`x.received_fen - x.returned_fen`,
      },
      names: { receiptId: 'r.receipt_no' },
    },
    (from) =>
      from.innerJoin('receipt as r', (on) =>
        on.onRef('r.contractor_id', '=', 'x.contractor_id').onRef('r.id', '=', 'x.receipt_id'),
      ),
  ),
});

export default [statements, lines];

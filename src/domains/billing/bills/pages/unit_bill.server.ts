import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { freeFen, unitName } from '../../../settlement/public.server.ts';
import '../../tables.ts';
import { billMoves, endOutcome, payOutcome } from '../bill-moves.ts';
import { askBill, payByCode } from '../pay-by-code.ts';
import { payByTransfer } from '../pay-by-transfer.ts';
import spec from './unit_bill.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_bill as b', {
    version: true,
    columns: {
      unitName: unitName('b'),
      waits: sql`exists (select /* wall: payments of the row's bill */ from unit_bill_payment p
        where p.bill_id = b.id and p.way = 'TRANSFER' and p.status = 'WAITING')`,
    },
    names: {
      agentId: sql`(select /* wall: the agent of the row, by its name alone */ n.name from agent n where n.id = b.agent_id)`,
    },
  }),
  notice: async (ctx) => {
    const { unitType, unitId } = ctx.session;
    const found = await ctx.db
      .selectFrom('unit_bill')
      .select([
        sql<number>`count(*) filter (where status in ('UNPAID', 'OVERDUE'))::int`.as('open'),
        sql<number>`coalesce(sum(amount_fen) filter (where status in ('UNPAID', 'OVERDUE')), 0)::bigint`.as('fen'),
        sql<number>`count(*) filter (where status = 'OVERDUE')::int`.as('late'),
      ])
      .executeTakeFirstOrThrow();
    const free =
      unitType && unitType !== 'PLATFORM' && unitId !== null
        ? `，可用余额 ${formatFenGrouped(await freeFen(sqlOf(ctx.db), { unitType, unitId }))} 元`
        : '';
    if (found.open === 0) return null;
    const late = found.late > 0 ? `，其中 ${found.late} 张已逾期` : '';
    return {
      tone: found.late > 0 ? 'warning' : 'info',
      text: `${found.open} 张待付款，共 ${formatFenGrouped(found.fen)} 元${late}${free}。`,
    };
  },
  outcomes: { pay: payOutcome, waive: endOutcome('waive'), void: endOutcome('void') },
  outsideTransaction: ['ask'],
  actions: { ...billMoves, code: payByCode, ask: askBill, transfer: payByTransfer },
});

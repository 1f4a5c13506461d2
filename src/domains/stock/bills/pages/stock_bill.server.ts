import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import '../../tables.ts';
import { billChoices } from '../bill-choices.ts';
import { billFlow } from '../bill-states.ts';
import { discardDraft } from '../discard-draft.ts';
import { postBill } from '../post-bill.ts';
import { lotWords, printBill, typedWords } from '../print-bill.ts';
import { refuseReversal, reverseBill } from '../reverse-bill.ts';
import { saveBill } from '../save-bill.ts';
import { transferMover } from '../transfer-moves.ts';
import { stockBill, stockBillLine } from './stock_bill.page.ts';

const bills = bind(stockBill, {
  list: over(stockBill, 'stock_bill as b', {
    version: true,
    maker: 'b.maker_id',
    columns: {
      lines: sql`(select json_agg(json_build_object('goodsId', l.goods_id, 'unitId', l.unit_id, 'typed', l.typed_milli / 1000.0,
          'amountFen', case when b.kind in ('OPENING', 'IN') then l.amount_fen end, 'lotId', l.lot_id, 'lotNo', l.lot_no,
          'producedOn', l.produced_on, 'expiresOn', l.expires_on, 'reason', l.reason) order by l.line_no)
        from stock_bill_line l where l.contractor_id = b.contractor_id and l.bill_id = b.id)`,
      goodsId: null,
      temp: sql`trim_scale(b.arrived_temp10 / 10.0)`,
    },
    names: {
      mealPeriodId: sql`(select m.name from meal_period m where m.organization_id = b.site_id and m.id = b.meal_period_id)`,
      sourceId: sql`(select s.bill_no from stock_bill s where s.contractor_id = b.contractor_id and s.id = b.source_id)`,
      reversesId: sql`(select s.bill_no from stock_bill s where s.contractor_id = b.contractor_id and s.id = b.reverses_id)`,
    },
    where: {
      goodsId: (value) =>
        sql`exists (select 1 from stock_bill_line l where l.contractor_id = b.contractor_id and l.bill_id = b.id
          and l.goods_id = any(${[value].flat()}::bigint[]))`,
    },
  }),
  create: async (ctx, values) => {
    const id = await saveBill(ctx, values, null);
    if (isRefusal(id)) return id;
    await ctx.audit({ action: '新增', targetId: id, targetName: `出入库单 ${id}` });
    return { id };
  },
  update: async (ctx, id, values, before) => {
    if (before.status !== 'DRAFT') return refuse('NOT_NOW', { why: `${before.billNo} 已提交，不能修改` });
    const saved = await saveBill(ctx, values, before);
    if (isRefusal(saved)) return saved;
    await ctx.audit({ action: '编辑', targetId: id, targetName: String(before.billNo) });
    return null;
  },
  options: billChoices,
  reads: ['print'],
  actions: {
    discard: discardDraft,
    print: printBill,
    ...moves(billFlow, {
      ...transferMover,
      check: {
        ...transferMover.check,
        submit: (_ctx, bill) =>
          bill.kind === 'TRANSFER' ? refuse('NOT_NOW', { why: `${bill.bill_no} 是调拨单，请发出` }) : undefined,
        reverse: refuseReversal,
      },
      after: {
        ...transferMover.after,
        post: async (ctx, bill) => (await postBill(ctx, bill)) ?? null,
        reverse: async (ctx, bill, values) => (await reverseBill(ctx, bill, String(values.reason))) ?? null,
      },
    }),
  },
});

const lines = bind(stockBillLine, {
  list: over(
    stockBillLine,
    'stock_bill_line as l',
    {
      columns: {
        goodsName: 'g.name',
        typed: typedWords,
        qtyWords: sql`stock_qty(l.qty, g.base_unit)`,
        lots: lotWords,
        received: sql`stock_qty(l.received_qty, g.base_unit)`,
      },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
      ),
  ),
});

export default [bills, lines];

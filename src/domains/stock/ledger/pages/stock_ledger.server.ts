import { sql } from 'kysely';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { balanceBreaks } from '../../proof/invariants.ts';
import { shownSince } from '../../proof/run-checks.ts';
import '../../tables.ts';
import { countEntries } from '../count-entries.ts';
import spec from './stock_ledger.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'stock_entry as e',
    {
      partition: 'e.business_date',
      count: countEntries,
      columns: {
        inWords: sql`case when e.qty > 0 then stock_qty(e.qty, g.base_unit) end`,
        outWords: sql`case when e.qty < 0 then stock_qty(-e.qty, g.base_unit) end`,
        afterWords: sql`stock_qty(e.qty_after, g.base_unit)`,
      },
      names: {
        goodsId: 'g.name',
        billId: sql`(select b.bill_no from stock_bill b where b.contractor_id = e.contractor_id and b.id = e.bill_id)`,
        lotId: sql`(select coalesce(nullif(l.lot_no, ''), '#' || l.id) from lot l where l.contractor_id = e.contractor_id and l.id = e.lot_id)`,
      },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'e.contractor_id').onRef('g.id', '=', 'e.goods_id'),
      ),
  ),
  notice: async (ctx) => {
    const breaks = await balanceBreaks(
      sqlOf(ctx.db),
      ownContractor(ctx),
      await shownSince(sqlOf(ctx.db), ctx.clock.now()),
    );
    return breaks.length === 0
      ? { tone: 'success', text: '结存 = 各笔流水之和 = 各批次之和，逐仓逐品核对相符。' }
      : {
          tone: 'danger',
          text: `${breaks.length} 处结存与流水不符，请停止出入库并联系平台。`,
          open: { label: '逐处查看', path: '/admin/contractor/erp/stock_proof' },
        };
  },
});

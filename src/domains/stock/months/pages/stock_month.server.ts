import { sql } from 'kysely';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { monthBreaks } from '../../proof/invariants.ts';
import { shownSince } from '../../proof/run-checks.ts';
import '../../tables.ts';
import type { StockStep } from '../month-states.ts';
import { monthFlow } from '../month-states.ts';
import { closeJob, openMonths, refuseExamine, refuseReopen } from '../run-month.ts';
import { stockMonth, stockMonthLine } from './stock_month.page.ts';

const months = bind(stockMonth, {
  list: over(stockMonth, 'stock_month as m', {
    version: true,
    maker: 'm.maker_id',
    columns: { monthName: sql`to_char(m.month, 'YYYY-MM')` },
    derive: ({ steps }) => ({
      steps: ((steps ?? []) as unknown as StockStep[])
        .map(({ ok, title, figure }) => `${ok ? '✓' : '✗'} ${title}：${figure}`)
        .join('\n'),
    }),
  }),
  notice: async (ctx) => {
    const breaks = await monthBreaks(
      sqlOf(ctx.db),
      ownContractor(ctx),
      await shownSince(sqlOf(ctx.db), ctx.clock.now()),
    );
    const first = await ctx.db.selectFrom('stock_month').select('id').limit(1).executeTakeFirst();
    const begins = first ? '' : '还没有要结的月份：一个月过完以后逐仓列出，由仓管核对、另一人结账。';
    return breaks.length === 0
      ? {
          tone: 'success',
          text: `${begins}期初 + 入库 − 出库 ± 盘点 = 期末，上月期末 = 本月期初，每日汇总与流水重算相符。`,
        }
      : {
          tone: 'danger',
          text: `${breaks.length} 处不符（${breaks[0]!.rule}），不能结账。`,
          open: { label: '逐处查看', path: '/admin/contractor/erp/stock_proof' },
        };
  },
  actions: {
    ...moves(monthFlow, {
      table: 'stock_month',
      name: (month, row) => `${String(row.storehouseName ?? '')} ${month.month.slice(0, 7)}`,
      stamped: true,
      check: { examine: refuseExamine, reopen: refuseReopen },
      write: {
        examine: (ctx) => ({ maker_id: ctx.session.accountId, maker_name: ctx.session.name }),
        reopen: () => ({ maker_id: null, maker_name: '' }),
      },
      afterAll: async (ctx, _months, event) => {
        if (event === 'close') await ctx.services.jobs.enqueue(closeJob, {}, { within: sqlOf(ctx.db) });
      },
    }),
    begin: async (ctx) => {
      const n = await openMonths({ db: sqlOf(ctx.db), clock: ctx.clock, ids: ctx.ids }, ownContractor(ctx));
      if (n === 0) return refuse('NOT_NOW', { why: '没有还没列出的月份：每个仓到上月为止都在列表里' });
      await ctx.audit({ action: '列出未结月份', targetName: `${n} 个` });
      return null;
    },
  },
});

const words = (qty: string) => sql<string>`stock_qty(${sql.raw(qty)}, g.base_unit)`;

const lines = bind(stockMonthLine, {
  list: over(
    stockMonthLine,
    'stock_month_line as l',
    {
      id: 'l.goods_id',
      columns: {
        code: 'g.code',
        openingWords: words('l.opening_qty'),
        inWords: words('l.in_qty'),
        outWords: words('l.issue_qty + l.sale_qty + l.loss_qty + l.away_qty'),
        countWords: words('l.count_qty'),
        closingWords: words('l.closing_qty'),
      },
      names: { goodsId: 'g.name' },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
      ),
  ),
});

export default [months, lines];

import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refusalMessage } from '../../../../kit/server/refusal.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { unpaid } from '../../statements/statement-states.ts';
import { addPaper, blacklist, supplierOwner } from '../supplier-actions.ts';
import { paperEnd, supplierState } from '../supplier-state.ts';
import { supplier, supplierPaper } from './supplier.page.ts';

const lines = (what: string) =>
  sql<number>`(select ${sql.raw(what)} from receipt r join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
    where r.contractor_id = s.unit_id and s.unit_type = 'CONTRACTOR' and r.supplier_id = s.id and r.accepted_at >= clock.today - 90)`;

const refused = lines(`(count(*) filter (where l.status = 'REFUSED') * 10000 / nullif(count(*), 0))::int`);
const short = sql<number>`(select (sum(greatest(0, d.buy_qty - d.received_qty)) * 10000 / nullif(sum(d.buy_qty), 0))::int from daily_purchase d
    where d.contractor_id = s.unit_id and s.unit_type = 'CONTRACTOR' and d.supplier_id = s.id
      and d.status in ('PART_RECEIVED', 'RECEIVED', 'CLOSED') and d.purchase_date >= clock.today - 90)`;
/** Paid for what came, beyond what it would have been at the first price of each goods in that time. */
const drift = sql<number>`(select round((sum(x.fen) - sum(x.qty * x.first)) * 10000 / nullif(sum(x.qty * x.first), 0))::int from (
    select l.amount_fen::numeric as fen, l.qty::numeric as qty,
      first_value(l.amount_fen::numeric / l.qty) over (partition by l.goods_id order by r.accepted_at, l.id) as first
    from receipt r join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
    where r.contractor_id = s.unit_id and s.unit_type = 'CONTRACTOR' and r.supplier_id = s.id and l.status = 'POSTED' and l.qty > 0
      and r.accepted_at >= clock.today - 90) x)`;

const crud = tableCrud(supplier, {
  table: 'supplier',
  owner: supplierOwner,
  unique: { supplier_name: 'name' },
});

const list = bind(supplier, {
  list: over(
    supplier,
    'supplier as s',
    {
      columns: {
        paperEnd,
        monthFen: lines(
          `coalesce(sum(l.amount_fen - l.returned_fen) filter (where l.status = 'POSTED' and r.accepted_at >= date_trunc('month', clock.today)), 0)::bigint`,
        ),
        daysLeft: sql`least(s.licence_end, ${paperEnd}) - clock.today`,
        refusedRatio: refused,
        shortRatio: short,
        drift,
        score: sql`(select case when n.refused is not null then
          greatest(0, 100 - round((n.refused + coalesce(n.short, 0) + greatest(0, coalesce(n.drift, 0))) / 100.0))::int end
          from (select ${refused} as refused, ${short} as short, ${drift} as drift) n)`,
        owedFen: sql`(select coalesce(sum(b.amount_fen), 0)::bigint from supplier_statement b
          where b.contractor_id = s.unit_id and s.unit_type = 'CONTRACTOR' and b.supplier_id = s.id
            and b.status in (${sql.join(unpaid.map((one) => sql.lit(one)))}))`,
        state: supplierState,
      },
    },
    // The platform may see every caterer's; here are its own.
    (from, ctx) => withToday(from, ctx).where('s.unit_type', '=', supplierOwner(ctx).unit_type),
  ),
  ...crud,
  options: named('supplier', {
    search: ['name', 'contact'],
    offered: `t.status = 'NORMAL' and not t.blacklisted`,
    hint: `case when t.licence_end is null then '没有许可证' else '许可证至 ' || t.licence_end end`,
  }),
  actions: {
    ...onOff('supplier'),
    black: blacklist,
    unblack: setColumn('supplier', 'blacklisted', false, '移出黑名单'),
    addPaper,
  },
  importRows: {
    commit: async (ctx, rows) => {
      const refused = new Map<number, string>();
      for (const { rowNo, values } of rows) {
        const made = await crud.create(ctx, { ...values, categories: [] } as never);
        if (isRefusal(made)) refused.set(rowNo, refusalMessage(made));
      }
      return refused;
    },
  },
});

const papers = bind(supplierPaper, {
  list: over(
    supplierPaper,
    'supplier_paper as p',
    { columns: { daysLeft: sql`p.expires_on - clock.today` } },
    (from, ctx) => withToday(from, ctx),
  ),
});

export default [list, papers];

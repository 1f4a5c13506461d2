import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import '../../tables.ts';
import { setRatio, setStatus } from '../set-ratio.ts';
import spec from './contractor_sub_account.page.ts';

const crud = tableCrud(spec, {
  table: 'contractor_sub_account',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  blank: { bankName: '', accountNo: '', restaurantIds: [] },
  unique: { contractor_sub_account_name: 'name' },
});

export default bind(spec, {
  list: over(
    spec,
    'contractor_sub_account as a',
    {
      columns: {
        ratio: 'r.now',
        nextRatio: 'r.next',
        nextFrom: 'r.next_from',
        splitFen: sql`(select /* wall: the account of the row */ coalesce(sum(s.amount_fen), 0)::bigint from sub_account_split s
          where s.contractor_id = a.contractor_id and s.sub_account_id = a.id)`,
      },
      names: {
        restaurantIds: sql`array(select /* wall: places of the row, by their names alone */ n.name from restaurant n
          where n.id = any(a.restaurant_ids) order by n.id)`,
      },
    },
    (from, ctx) =>
      from.innerJoin(
        sql<{
          now: number;
          next: number | null;
          next_from: string | null;
        }>`lateral (select /* wall: the account of the row */
          coalesce((array_agg(q.ratio order by q.from_date desc) filter (where q.from_date <= ${businessDay(ctx.clock.now())}::date))[1], 0) as now,
          (array_agg(q.ratio order by q.from_date) filter (where q.from_date > ${businessDay(ctx.clock.now())}::date))[1] as next,
          min(q.from_date) filter (where q.from_date > ${businessDay(ctx.clock.now())}::date) as next_from
          from contractor_sub_ratio q where q.contractor_id = a.contractor_id and q.sub_account_id = a.id)`.as('r'),
        (on) => on.onTrue(),
      ),
  ),
  notice: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('contractor_sub_ratio')
      .select(['sub_account_id', 'ratio'])
      .where('from_date', '<=', businessDay(ctx.clock.now()))
      .orderBy('from_date')
      .orderBy('id')
      .execute();
    const now = new Map(rows.map((one) => [one.sub_account_id, one.ratio]));
    const sum = [...now.values()].reduce((total, ratio) => total + ratio, 0);
    return {
      tone: 'info',
      text: `承包商应得中 ${(sum / 100).toFixed(2)}% 分给子账户，其余 ${((10_000 - sum) / 100).toFixed(2)}% 归本公司。`,
    };
  },
  create: crud.create,
  update: crud.update,
  actions: { setRatio, disable: setStatus('DISABLED'), enable: setStatus('NORMAL') },
});

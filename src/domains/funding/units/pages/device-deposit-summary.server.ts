/** 设备存款汇总 of a contractor: the documents, held against what the ledger gave back of them. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import { daysOf } from '../../sheets/ledger-lines.ts';
import spec from './device-deposit-summary.page.ts';

export default bind(spec, {
  rows: async (ctx, search) => {
    const [from, to] = daysOf(search);
    let query = ctx.db
      .selectFrom('cash_deposit as c')
      .leftJoin('posting_reversed as r', (on) =>
        on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.posting_id', '=', 'c.posting_id'),
      )
      .leftJoin('device as d', 'd.id', 'c.device_id')
      .leftJoin('deploy_site as s', (on) =>
        on.onRef('s.organization_id', '=', 'c.organization_id').onRef('s.id', '=', 'd.deploy_site_id'),
      )
      .select([
        'c.organization_id as organizationId',
        sql<string>`${organizationName('c.organization_id')}`.as('organizationName'),
        sql<number>`coalesce(c.device_id, 0)`.as('deviceId'),
        sql<string>`coalesce(d.name, '柜台')`.as('deviceName'),
        's.name as siteName',
        'c.business_date as businessDate',
        sql<number>`count(*)::int`.as('count'),
        sql<number>`sum(c.amount_fen)::bigint`.as('amountFen'),
        sql<number>`(count(*) filter (where c.status = 'REVERSED'))::int`.as('reversedCount'),
        sql<number>`coalesce(sum(r.reversed_fen), 0)::bigint`.as('reversedFen'),
        sql<number>`coalesce(sum(c.amount_fen) filter (where c.status = 'OK'), 0)::bigint`.as('netFen'),
      ])
      .groupBy(['c.organization_id', 'c.device_id', 'd.name', 's.name', 'c.business_date'])
      .orderBy('c.business_date', 'desc')
      .orderBy('c.organization_id')
      .orderBy('c.device_id');
    if (from) query = query.where('c.business_date', '>=', from);
    if (to) query = query.where('c.business_date', '<=', to);
    const units = [search.organizationId].flat().filter((id) => typeof id === 'number');
    if (units.length > 0) query = query.where('c.organization_id', 'in', units);
    const named = String(search.deviceName ?? '').trim();
    if (named) query = query.where(sql<boolean>`strpos(coalesce(d.name, '柜台'), ${named}) > 0`);
    return (await query.execute()).map((row, i) => ({ ...row, id: i + 1 }));
  },
  proof: {
    reads: {
      amountFen: 'cash_deposit.amount_fen',
      reversedFen: 'posting_reversed.reversed_fen',
      netFen: 'cash_deposit that stand',
    },
  },
});

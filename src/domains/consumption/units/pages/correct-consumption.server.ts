/** 消费纠错 of the platform. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOrGuest, personOrGuestOr } from '../../../people/public.server.ts';
import { approveCorrections, reject, retryCorrections } from '../../correct/decide.ts';
import spec from './correct-consumption.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'correction as c',
    {
      byUnit: true,
      version: true,
      columns: {
        personName: personOrGuest,
        jobNumber: 'p.job_number',
        tradeNo: sql`c.trade_id::text`,
        chargedFen: 't.amount_fen',
        returnedFen: sql`case when c.status = 'POSTED' and c.kind <> 'SUPPLEMENT' then c.amount_fen else 0 end`,
        addedFen: sql`case when c.status = 'POSTED' and c.kind = 'SUPPLEMENT' then c.amount_fen else 0 end`,
        occurredAt: 't.occurred_at',
        restaurantName: 'r.name',
        resultTradeNo: sql`coalesce(c.posting_id::text, '')`,
        batchNo: sql`coalesce(b.batch_no, '')`,
      },
      maker: 'c.maker_id',
      where: {
        keyword: (value) =>
          sql`(${personOrGuestOr('c.correct_no')(value)} or c.trade_id::text = ${String(value).trim()})`,
      },
    },
    (from) =>
      from
        .innerJoin('trade as t', (on) =>
          on.onRef('t.organization_id', '=', 'c.organization_id').onRef('t.id', '=', 'c.trade_id'),
        )
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
        )
        .leftJoin('correction_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
        ),
  ),
  outsideTransaction: ['approve', 'retry'],
  actions: { approve: approveCorrections, retry: retryCorrections, reject },
});

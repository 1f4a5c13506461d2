/** The list of corrections over the charges they put right. */
import { sql } from 'kysely';
import { over } from '../../../kit/server/page/over.ts';
import { personOrGuest, personOrGuestOr } from '../../people/public.server.ts';
import { correctionFields } from './pages/correct.page.ts';

export const correctionList = over(
  { fields: correctionFields },
  'correction as c',
  {
    version: true,
    columns: {
      tradeNo: sql`c.trade_id::text`,
      personName: personOrGuest,
      jobNumber: 'p.job_number',
      occurredAt: 't.occurred_at',
      deviceId: 't.device_id',
      mealPeriodId: 't.meal_period_id',
      chargedFen: 't.amount_fen',
      returnedFen: sql`case when c.status = 'POSTED' and c.kind <> 'SUPPLEMENT' then c.amount_fen else 0 end`,
      addedFen: sql`case when c.status = 'POSTED' and c.kind = 'SUPPLEMENT' then c.amount_fen else 0 end`,
      resultTradeNo: sql`coalesce(c.posting_id::text, '')`,
      batchNo: sql`coalesce(b.batch_no, '')`,
      reporter: null,
    },
    names: {
      tradeId: sql`c.trade_id::text`,
      deviceId: sql`coalesce((select /* wall: the device of the trade of the row */ d.name from device d where d.id = t.device_id), '后台')`,
      mealPeriodId: sql`coalesce((select m.name from meal_period m
      where m.organization_id = t.organization_id and m.id = t.meal_period_id), '非餐时')`,
    },
    maker: 'c.maker_id',
    where: {
      keyword: (value) =>
        sql`(${personOrGuestOr('c.correct_no')(value)} or c.trade_id::text = ${String(value).trim()})`,
      batchNo: (value) => sql`b.batch_no = ${String(value).trim()}`,
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
      .leftJoin('correction_batch as b', (on) =>
        on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
      ),
);

import { sql } from 'kysely';
import { addDays, dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { buyOutcome, buyService, cancelOrder, startTrial } from '../change-service.ts';
import { stateSql } from '../service-sql.ts';
import { graceDays, warnDays } from '../service-state.ts';
import spec from './application.page.ts';

/** The activity worth most on one year, as `bestPrice` chooses it. */
const best = (now: string) => sql<{ name: string; minus: number }>`lateral (
  select v.name, v.minus from (
    select y.id, y.name, case y.discount_type when 'PERCENT' then a.price_year_fen - round(a.price_year_fen * y.percent_paid / 10000.0)
      when 'MINUS' then least(a.price_year_fen, y.minus_fen) else 0 end::bigint as minus,
      case when y.discount_type = 'GIFT_MONTH' then round(a.price_year_fen * y.gift_months / 12.0)
        when y.discount_type = 'MINUS' then least(a.price_year_fen, y.minus_fen)
        else a.price_year_fen - round(a.price_year_fen * y.percent_paid / 10000.0) end as worth
    from application_activity y where y.status = 'ONGOING' and y.start_at <= ${now}::timestamptz and y.end_at > ${now}::timestamptz
      and a.id = any(y.application_ids) and (y.use_limit is null or y.used < y.use_limit)) v
  where v.worth > 0 order by v.worth desc, v.id limit 1)`;

export default bind(spec, {
  list: over(
    spec,
    'unit_service as s',
    {
      id: 's.application_id',
      columns: {
        intro: 'a.intro',
        state: stateSql('s'),
        daysLeft: sql`s.end_on - clock.today`,
        yearFen: 'a.price_year_fen',
        offer: 'best.name',
        nowFen: sql`a.price_year_fen - coalesce(best.minus, 0)`,
        trialDays: sql`case when s.trial_used or s.base then 0 else a.trial_days end`,
        waits: sql`(select b.bill_no from subscription_order o join unit_bill b on b.id = o.bill_id
          where o.unit_type = s.unit_type and o.unit_id = s.unit_id and o.application_id = s.application_id and o.status = 'WAITING')`,
      },
    },
    (from, ctx) =>
      from
        .innerJoin('application as a', 'a.id', 's.application_id')
        .innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('clock'), (on) =>
          on.onTrue(),
        )
        .leftJoin(best(isoAt(ctx.clock.now())).as('best'), (on) => on.onTrue())
        .where('s.sale', '=', 'NORMAL')
        // Its own alone: the view is of both sides of a contract with the platform.
        .where('s.unit_type', '=', String(ctx.session.unitType))
        .where('s.unit_id', '=', ctx.session.unitId ?? 0),
  ),
  notice: async (ctx) => {
    const today = dateAt(ctx.clock.now());
    const rows = await ctx.db
      .selectFrom('unit_service')
      .select(['application_name', 'end_on'])
      .where('sale', '=', 'NORMAL')
      .where('unit_id', '=', ctx.session.unitId ?? 0)
      .where('closed_on', 'is', null)
      .where('end_on', '<=', addDays(today, warnDays))
      .orderBy('end_on')
      .orderBy('application_id')
      .execute();
    if (rows.length === 0) return null;
    const said = rows.map((one) => `「${one.application_name}」${one.end_on}`).join('、');
    return {
      tone: rows.some((one) => one.end_on! < today) ? 'warning' : 'info',
      text: `${said} 到期。到期 ${graceDays} 天后只能查询、导出和打印，其他应用不受影响；刷卡消费、退款、纠错、月结和食品安全记录照常。`,
    };
  },
  outcomes: { open: buyOutcome, renew: buyOutcome },
  actions: { trial: startTrial, open: buyService, renew: buyService, cancel: cancelOrder },
});

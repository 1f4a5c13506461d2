/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { departmentSummary } from '../department-summary.ts';
import { restaurantMonths } from '../restaurant-months.ts';
import { summaryCheck } from '../summary.ts';
import { departmentConsumeSummary, personalConsumeSummary, restaurantMonthlyData } from './people-summary.page.ts';

const sign = sql`case when t.kind = 'REVERSE' then -1 else 1 end`;
const meal = (name: string) => sql<number>`sum(${sign}) filter (where m.name = ${name})::bigint`;

export default [
  bind(departmentConsumeSummary, {
    query: async (ctx, input) => {
      const rows = await departmentSummary(ctx, input.search);
      const answer = answerComputed(rows, input, [
        'consumeCount',
        'heads',
        'mainFen',
        'subsidyFen',
        'thirdFen',
        'amountFen',
        'reversedFen',
        'supplementFen',
        'netFen',
      ]);
      return { ...answer, check: summaryCheck(answer.sums) };
    },
  }),
  bind(personalConsumeSummary, {
    list: {
      from: (db, _ctx, search) => {
        const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (
          | string
          | null
        )[];
        return db
          .selectFrom((eb) => {
            let trades = eb
              .selectFrom('trade as t')
              .leftJoin('meal_period as m', (on) =>
                on.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.meal_period_id'),
              )
              .groupBy('t.person_id')
              .select([
                't.person_id',
                meal('早餐').as('breakfast'),
                meal('午餐').as('lunch'),
                meal('晚餐').as('dinner'),
                sql<number>`sum(${sign})::bigint`.as('count'),
                sql<number>`sum(${sign} * (t.main_fen + t.arrears_fen))::bigint`.as('main_fen'),
                sql<number>`sum(${sign} * (t.subsidy_fen + t.gift_fen))::bigint`.as('subsidy_fen'),
                sql<number>`sum(${sign} * t.third_fen)::bigint`.as('third_fen'),
                sql<number>`sum(${sign} * t.amount_fen)::bigint`.as('amount_fen'),
              ]);
            if (from) trades = trades.where('t.business_date', '>=', from);
            if (to) trades = trades.where('t.business_date', '<=', to);
            return trades.as('s');
          })
          .innerJoin('person as p', 'p.id', 's.person_id')
          .leftJoin('department as d', (on) =>
            on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
          )
          .leftJoin('person_type as pt', (on) =>
            on.onRef('pt.organization_id', '=', 'p.organization_id').onRef('pt.id', '=', 'p.type_id'),
          );
      },
      id: 'p.id',
      grouped: true,
      columns: {
        name: 'p.name',
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        typeId: 'p.type_id',
        businessDate: null,
        breakfastCount: sql`coalesce(s.breakfast, 0)`,
        lunchCount: sql`coalesce(s.lunch, 0)`,
        dinnerCount: sql`coalesce(s.dinner, 0)`,
        otherCount: sql`s.count - coalesce(s.breakfast, 0) - coalesce(s.lunch, 0) - coalesce(s.dinner, 0)`,
        count: 's.count',
        mainFen: 's.main_fen',
        subsidyFen: 's.subsidy_fen',
        thirdFen: 's.third_fen',
        amountFen: 's.amount_fen',
      },
      names: { departmentId: 'd.name', typeId: 'pt.name' },
      where: { businessDate: () => undefined },
      check: async (_ctx, _search, { sums }) => {
        if (!sums) return null;
        const { amountFen = 0, mainFen = 0, subsidyFen = 0, thirdFen = 0 } = sums;
        return {
          ok: amountFen === mainFen + subsidyFen + thirdFen,
          text: `金额合计 ${formatFenGrouped(amountFen)} = 主账户 ${formatFenGrouped(mainFen)} + 补贴 ${formatFenGrouped(subsidyFen)} + 第三方 ${formatFenGrouped(thirdFen)}`,
        };
      },
    },
  }),
  bind(restaurantMonthlyData, {
    query: async (ctx, input) => {
      const answer = answerComputed(await restaurantMonths(ctx, input.search), input, [
        'heads',
        'amountFen',
        'mainFen',
        'subsidyFen',
        'thirdFen',
        'reversedFen',
        'supplementFen',
        'netFen',
      ]);
      return { ...answer, check: summaryCheck(answer.sums) };
    },
  }),
];

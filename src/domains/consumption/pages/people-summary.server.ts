/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { departmentSummary } from '../department-summary.ts';
import { personMeals } from '../person-totals.ts';
import { restaurantMonths } from '../restaurant-months.ts';
import { summaryCheck } from '../summary.ts';
import { departmentConsumeSummary, personalConsumeSummary, restaurantMonthlyData } from './people-summary.page.ts';

const meal = (name: string) => sql<number>`sum(l.trade_count) filter (where m.name = ${name})::bigint`;
const sum = (column: string) => sql<number>`sum(${sql.ref(`l.${column}`)})::bigint`;

export default [
  bind(departmentConsumeSummary, {
    query: async (ctx, input) => {
      const rows = await departmentSummary(ctx, input.search);
      const answer = answerComputed(departmentConsumeSummary, rows, input);
      return { ...answer, check: summaryCheck(answer.sums) };
    },
  }),
  bind(personalConsumeSummary, {
    list: {
      from: (db, ctx, search) =>
        db
          .selectFrom((eb) =>
            eb
              .selectFrom(personMeals(db, ctx, search).as('l'))
              .leftJoin('meal_period as m', 'm.id', 'l.meal_period_id')
              .groupBy('l.person_id')
              .select([
                'l.person_id',
                meal('早餐').as('breakfast'),
                meal('午餐').as('lunch'),
                meal('晚餐').as('dinner'),
                sum('trade_count').as('count'),
                sum('main_fen').as('main_fen'),
                sum('subsidy_fen').as('subsidy_fen'),
                sum('third_fen').as('third_fen'),
                sum('amount_fen').as('amount_fen'),
              ])
              .as('s'),
          )
          .innerJoin('person as p', 'p.id', 's.person_id')
          .leftJoin('department as d', (on) =>
            on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
          )
          .leftJoin('person_type as pt', (on) =>
            on.onRef('pt.organization_id', '=', 'p.organization_id').onRef('pt.id', '=', 'p.type_id'),
          ),
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
      const answer = answerComputed(restaurantMonthlyData, await restaurantMonths(ctx, input.search), input);
      return { ...answer, check: summaryCheck(answer.sums) };
    },
  }),
];

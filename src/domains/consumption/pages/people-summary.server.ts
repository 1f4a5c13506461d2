/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { inDepartments } from '../../people/department-sql.ts';
import { personOrWalkIn } from '../../people/walk-in.ts';
import { departmentSummary } from '../department-summary.ts';
import { personMeals } from '../person-totals.ts';
import { lastOfMonth, restaurantMonths } from '../restaurant-months.ts';
import { elsewhere, summaryCheck } from '../summary.ts';
import { departmentConsumeSummary, personalConsumeSummary, restaurantMonthlyData } from './people-summary.page.ts';

const meal = (name: string) => sql<number>`sum(l.trade_count) filter (where m.name = ${name})::bigint`;
/** The meals each column counts, for the way to their lines; 0 is outside all meals. */
const mealIds = sql`(select jsonb_build_object(
  'breakfast', coalesce(jsonb_agg(k.id) filter (where k.name = '早餐'), '[]'),
  'lunch', coalesce(jsonb_agg(k.id) filter (where k.name = '午餐'), '[]'),
  'dinner', coalesce(jsonb_agg(k.id) filter (where k.name = '晚餐'), '[]'),
  'other', coalesce(jsonb_agg(k.id) filter (where k.name not in ('早餐', '午餐', '晚餐')), '[]') || '0'
) from meal_period k where k.organization_id = p.organization_id)`;
const sum = (column: string) => sql<number>`sum(${sql.ref(`l.${column}`)})::bigint`;

export default [
  bind(departmentConsumeSummary, {
    query: async (ctx, input) => {
      const rows = await departmentSummary(ctx, input.search);
      const answer = answerComputed(departmentConsumeSummary, rows, input);
      return { ...answer, check: summaryCheck(answer.sums, await elsewhere(ctx, 'place', input.search)) };
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
          // Walk-ins are one row of their own, so that the rows add up to what was sold.
          .leftJoin('person as p', 'p.id', 's.person_id')
          .leftJoin('department as d', (on) =>
            on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
          )
          .leftJoin('person_type as pt', (on) =>
            on.onRef('pt.organization_id', '=', 'p.organization_id').onRef('pt.id', '=', 'p.type_id'),
          ),
      id: 's.person_id',
      grouped: true,
      columns: {
        name: personOrWalkIn,
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        typeId: 'p.type_id',
        businessDate: null,
        breakfastCount: sql`coalesce(s.breakfast, 0)`,
        lunchCount: sql`coalesce(s.lunch, 0)`,
        dinnerCount: sql`coalesce(s.dinner, 0)`,
        otherCount: sql`s.count - coalesce(s.breakfast, 0) - coalesce(s.lunch, 0) - coalesce(s.dinner, 0)`,
        meals: mealIds,
        count: 's.count',
        mainFen: 's.main_fen',
        subsidyFen: 's.subsidy_fen',
        thirdFen: 's.third_fen',
        amountFen: 's.amount_fen',
      },
      names: { departmentId: 'd.name', typeId: 'pt.name' },
      where: { businessDate: () => undefined, departmentId: inDepartments('p.department_id') },
      check: async (ctx, search, { sums }) => {
        if (!sums) return null;
        const { amountFen = 0, mainFen = 0, subsidyFen = 0, thirdFen = 0 } = sums;
        const narrowed = ['departmentId', 'typeId', 'keyword'].some((key) => {
          const value = search[key];
          return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
        });
        const other = narrowed ? undefined : await elsewhere(ctx, 'place', search);
        return {
          ok: amountFen === mainFen + subsidyFen + thirdFen && (other === undefined || other.netFen === amountFen),
          text: `金额合计 ${formatFenGrouped(amountFen)} = 主账户 ${formatFenGrouped(mainFen)} + 补贴 ${formatFenGrouped(subsidyFen)} + 第三方 ${formatFenGrouped(thirdFen)}${other ? `；${other.page}净额 ${formatFenGrouped(other.netFen)}` : ''}`,
        };
      },
    },
  }),
  bind(restaurantMonthlyData, {
    query: async (ctx, input) => {
      const answer = answerComputed(restaurantMonthlyData, await restaurantMonths(ctx, input.search), input);
      const [from, to] = Array.isArray(input.search.businessDate) ? input.search.businessDate : [];
      const months = {
        ...input.search,
        businessDate: [from ? `${String(from).slice(0, 7)}-01` : null, to ? lastOfMonth(String(to)) : null],
      };
      return { ...answer, check: summaryCheck(answer.sums, await elsewhere(ctx, 'people', months)) };
    },
  }),
];

/** What of reported meals waits for somebody: meals that cannot be settled yet, charges that failed, meals to be judged. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { provisionalNote } from '../../consumption/public.server.ts';
import type { WorkItem } from '../../shell/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** Days back that are still to be judged by hand; what lies before is left as it is. */
const judgedDays = 31;
const guestPage = '/admin/organization/manual_report_meal/guest';
const count = sql<number>`count(*)::int`.as('n');

/** From this day of a year the next one's days off are known (the State Council names them in November). */
const calendarFrom = '12-01';

/** The unit reports meals by kinds of days, and of the year to come no day off is entered yet. */
async function lacksCalendar(ctx: Ctx, today: string): Promise<boolean> {
  if (today.slice(5) < calendarFrom) return false;
  const next = `${Number(today.slice(0, 4)) + 1}`;
  const { asked, known } = await ctx.db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('meal_rule').select('id').where('status', '=', 'NORMAL')).as('asked'),
      exists(
        selectFrom('calendar_day')
          .select('day')
          .where('day', '>=', `${next}-01-01`)
          .where('day', '<=', `${next}-12-31`)
          .where('note', 'not like', `%${provisionalNote}`),
      ).as('known'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(asked) && !known;
}

/** For the work list of the organization's home. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const today = businessDay(ctx.clock.now());
  const since = addDays(today, -judgedDays);
  const [meals, charges, unclear, asked, unsigned, uncalendared] = await Promise.all([
    ctx.db.selectFrom('meal_settlement').select(count).where('state', '=', 'PROVISIONAL').executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('meal_report as r')
      .select(count)
      .where('r.due', '=', true)
      .where('r.charge_wait', '<>', '')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('meal_report as r')
      .select(count)
      .where('r.unclear', '=', true)
      .where('r.final', '=', true)
      .where('r.waived_by', 'is', null)
      .where('r.dining_date', '>=', since)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('guest_meal').select(count).where('status', '=', 'SUBMITTED').executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('guest_meal')
      .select(count)
      .where('status', '=', 'APPROVED')
      .where('dining_date', '<', today)
      .executeTakeFirstOrThrow(),
    lacksCalendar(ctx, today),
  ]);
  return [
    {
      label: '未结算餐次',
      count: meals.n,
      path: '/admin/organization/daily_report_meal_summary?state=PROVISIONAL&diningDate=*',
      hint: '等待供餐餐厅的终端补传，补齐或满 3 天后结算',
    },
    {
      label: '未就餐扣费失败',
      count: charges.n,
      path: '/admin/organization/report_meal_detail?waits=true&diningDate=*',
      hint: '余额不足等原因没有扣成，每晚再试',
    },
    {
      label: '报餐待判定',
      count: unclear.n,
      path: `/admin/organization/report_meal_detail?outcome=UNCLEAR&final=true&diningDate=${since},`,
      hint: '到场被拒或就餐记录已退回，需要人工判断是否豁免',
    },
    {
      label: '待审客餐',
      count: asked.n,
      path: `${guestPage}?status=SUBMITTED&diningDate=*`,
      hint: '由申请人以外的人审批',
    },
    {
      label: '客餐待签收',
      count: unsigned.n,
      path: `${guestPage}?status=APPROVED&diningDate=,${addDays(today, -1)}`,
      hint: '就餐日已过，签收实到人数后挂账，未来的请取消',
    },
    {
      label: '缺下一年节假日',
      count: uncalendared ? 1 : 0,
      path: '/admin/organization/fixed_value/calendar',
      hint: '报餐按工作日、周末和节假日，请录入下一年的节假日和调休',
    },
  ];
}

/** Server side of 周末就餐人员. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { peopleSettingOf, savePeopleSetting } from '../../people-setting.ts';
import { personOr } from '../../persons/person-search.ts';
import { assignDayOff } from '../assign-day-off.ts';
import { dayOffImport } from '../import-day-off.ts';
import { type DayOffRule, refuseDays } from '../register-day-off.ts';
import spec from './weekend-repast-personnel.page.ts';

const crud = tableCrud(spec, {
  table: 'weekend_diner',
  nameField: 'personId',
  unique: { weekend_diner_once: 'personId' },
  check: (_ctx, values, before) =>
    refuseDays({
      ruleType: (values.ruleType ?? before?.ruleType) as DayOffRule['ruleType'],
      startDate: (values.startDate === undefined ? before?.startDate : values.startDate) as string | null,
      endDate: (values.endDate === undefined ? before?.endDate : values.endDate) as string | null,
    }),
});

export default bind(spec, {
  list: over(
    spec,
    'weekend_diner as w',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: {
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        boarder: 'p.boarder',
        valid: sql`case when w.start_date > now.today then 'FUTURE' when w.end_date < now.today then 'OVER' else 'VALID' end`,
      },
      names: {
        departmentId: departmentPath,
        mealPeriodIds: sql`array(select m.name from meal_period m
        where m.organization_id = w.organization_id and m.id = any(w.meal_period_ids) order by m.start_time)`,
      },
      where: {
        keyword: personOr(),
      },
    },
    (from, ctx) =>
      from.innerJoin(
        sql<{ today: string }>`(select ${isoAt(ctx.clock.now()).slice(0, 10)}::date as today)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  ...crud,
  notice: async (ctx) => {
    const { weekendListRequired, boardersRegistered } = await peopleSettingOf(ctx.db, ownOrganization(ctx));
    const boarders = boardersRegistered ? '住校人员视为已登记。' : '';
    return {
      tone: weekendListRequired ? 'success' : 'info',
      text: weekendListRequired
        ? `周末及节假日仅名单内人员可就餐：不在名单内的人员在线刷卡会被拒绝，脱机消费不受限制。${boarders}节假日以「节假日日历」为准。`
        : '周末及节假日未限制就餐：名单只作登记，不影响消费。',
      tool: { key: 'rule', values: { weekendListRequired, boardersRegistered } },
    };
  },
  actions: {
    assign: assignDayOff,
    rule: async (ctx, { values }) => {
      await savePeopleSetting(ctx, {
        weekendListRequired: values.weekendListRequired === true,
        boardersRegistered: values.boardersRegistered === true,
      });
      return null;
    },
  },
  importRows: dayOffImport,
});

/** Server side of 周末就餐人员. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { acting } from '../../acting.ts';
import { departmentPath, departmentWithin } from '../../departments/department-sql.ts';
import { peopleSettingOf, savePeopleSetting } from '../../people-setting.ts';
import { personOr } from '../../persons/person-search.ts';
import { dayOffImport } from '../import-day-off.ts';
import { type DayOffRule, refuseDays, registerDayOff } from '../register-day-off.ts';
import spec from './weekend-repast-personnel.page.ts';

const most = 5_000;

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

interface Choice extends Omit<DayOffRule, 'mealPeriodIds'> {
  departmentIds: number[] | null;
  typeIds: number[] | null;
  personIds: number[] | null;
  mealPeriodIds: number[] | null;
}

/** The people a selection means: departments and types narrow each other, named people come on top. */
async function chosen(ctx: Ctx, { departmentIds, typeIds, personIds }: Choice): Promise<number[]> {
  let query = ctx.db.selectFrom('person as p').select('p.id').where('p.status', '<>', 'CLOSED');
  const wide = [
    departmentIds?.length ? departmentWithin('p.organization_id', 'p.department_id', departmentIds) : undefined,
    typeIds?.length ? sql<boolean>`p.type_id = any(${typeIds}::bigint[])` : undefined,
  ].filter((c) => c !== undefined);
  const some = personIds?.length ? sql<boolean>`p.id = any(${personIds}::bigint[])` : undefined;
  const all = wide.length > 0 ? sql<boolean>`(${sql.join(wide, sql` and `)})` : undefined;
  query = query.where(some && all ? sql<boolean>`(${all} or ${some})` : (all ?? some ?? sql<boolean>`false`));
  const rows = await query.limit(most + 1).execute();
  return rows.map((r) => r.id);
}

async function assign(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const choice = values as unknown as Choice;
  const wrong = refuseDays(choice);
  if (wrong) return wrong;
  const people = await chosen(ctx, choice);
  if (people.length === 0) return refuseField('departmentIds', '没有选中任何人员，请选择部门、类别或人员');
  if (people.length > most) return refuse('TOO_LARGE', { limit: `一次 ${most} 人，请按部门分批设置` });
  const rule = { ...choice, mealPeriodIds: choice.mealPeriodIds ?? [] };
  const added = await registerDayOff(sqlOf(ctx.db), acting(ctx), people, rule);
  await ctx.audit({ action: '批量设置', targetName: `周末就餐登记 ${added} 人` });
  return {
    receipt: {
      title: '批量设置结果',
      lines: [
        ['选中人员', `${people.length} 人`],
        ['本次登记', `${added} 人`],
        ['已有相同登记', `${people.length - added} 人`],
      ],
    },
  };
}

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
    assign,
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

/** Server side of 周末就餐人员. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type ActionInput, bind, type Done } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { departmentPath, departmentWithin } from '../department-sql.ts';
import { executorOf } from '../executor.ts';
import { dayOffImport } from '../import-day-off.ts';
import { peopleSettingOf, savePeopleSetting } from '../people-setting.ts';
import { personOr } from '../person-search.ts';
import { type DayOffRule, refuseDays, registerDayOff } from '../register-day-off.ts';
import spec from './weekend-diner.page.ts';

const most = 5_000;

const crud = tableCrud(spec, {
  table: 'weekend_diner',
  nameField: 'personId',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
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
  const added = await registerDayOff(executorOf(ctx.db), acting(ctx), people, rule);
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
  list: {
    from: (db, ctx) =>
      db
        .selectFrom('weekend_diner as w')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .innerJoin(
          sql<{ today: string }>`(select ${isoAt(ctx.clock.now()).slice(0, 10)}::date as today)`.as('now'),
          (on) => on.onTrue(),
        ),
    columns: {
      personId: 'w.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      boarder: 'p.boarder',
      ruleType: 'w.rule_type',
      startDate: 'w.start_date',
      endDate: 'w.end_date',
      mealPeriodIds: 'w.meal_period_ids',
      reason: 'w.reason',
      valid: sql`case when w.start_date > now.today then 'FUTURE' when w.end_date < now.today then 'OVER' else 'VALID' end`,
      createdAt: 'w.created_at',
    },
    names: {
      personId: 'p.name',
      departmentId: departmentPath,
      mealPeriodIds: sql`array(select m.name from meal_period m
        where m.organization_id = w.organization_id and m.id = any(w.meal_period_ids) order by m.start_time)`,
    },
    where: {
      departmentId: (value) => departmentWithin('p.organization_id', 'p.department_id', value),
      keyword: personOr(),
    },
    id: 'w.id',
    version: 'w.version',
  },
  ...crud,
  actions: { assign },
  importRows: dayOffImport,
  verbs: {
    setting: async (ctx) => peopleSettingOf(ctx.db, ownOrganization(ctx)),
    saveSetting: async (ctx, body) => {
      const { weekendListRequired, boardersRegistered } = body;
      if (typeof weekendListRequired !== 'boolean' || typeof boardersRegistered !== 'boolean')
        return refuse('MALFORMED', { detail: '设置应为是或否' });
      await savePeopleSetting(ctx, { weekendListRequired, boardersRegistered });
      return null;
    },
  },
});

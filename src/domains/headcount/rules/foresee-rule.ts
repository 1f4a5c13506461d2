/** What the missed meals of last month would have cost under a changed rule, beside what they did. Reads only. */
import { type Foreseen, type ForeseenPart, partsOf } from '../../../kit/define/versions.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { monthBefore } from '../../../kit/server/versions/from-day.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { decideMonth } from '../settle/decide-month.ts';
import { termsOf } from '../settle/terms-of.ts';
import { foreseePrices } from './foresee-prices.ts';
import { instantsOf, isReported, type MealRule, type MealSetting, mealSetting, ruleFor } from './setting.ts';

interface Miss {
  personId: number;
  personName: string;
  departmentId: number;
  departmentName: string;
  typeId: number;
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  startTime: string;
  endTime: string;
  portions: number;
  ruleId: number;
  wasFen: number;
}

const misses = `select r.person_id as "personId", p.name || coalesce(' ' || p.job_number, '') as "personName",
    coalesce(r.department_id, 0) as "departmentId", coalesce(d.name, '未分部门') as "departmentName",
    r.person_type_id as "typeId", r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId", m.name as "mealName",
    m.start_time as "startTime", m.end_time as "endTime", r.portions, r.rule_id as "ruleId", r.charge_fen as "wasFen"
  from meal_report r
  join person p on p.organization_id = r.organization_id and p.id = r.person_id
  join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
  left join department d on d.organization_id = r.organization_id and d.id = r.department_id
  where r.organization_id = $1 and r.dining_date between $2 and $3 and r.final
    and r.fate in ('IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`;

type Judged = Miss & { wouldFen: number };

/** A person's month by the rules of the setting; a meal no rule asks to report any more is no miss. */
function judgedBy(setting: MealSetting, own: readonly Miss[]): Judged[] {
  const ruled = own.map((miss) => ({
    miss,
    rule: ruleFor(setting, miss, miss.mealPeriodId, miss.diningDate),
  }));
  const decided = decideMonth(
    ruled
      .filter(({ rule }) => rule !== undefined)
      .map(({ miss, rule }) => ({
        ...miss,
        priceFen: (rule!.priceFen ?? 0) * miss.portions,
        terms: termsOf(rule),
        eaten: null,
        unclear: null,
        excuse: null,
      })),
  );
  const fen = new Map(decided.map((one) => [`${one.diningDate}/${one.mealPeriodId}`, one.chargeFen]));
  return own.map((miss) => ({ ...miss, wouldFen: fen.get(`${miss.diningDate}/${miss.mealPeriodId}`) ?? 0 }));
}

const lookDays = 40;

/** The first meal of the rule whose cut-off is still to come: from it on a change made now holds. */
function firstMeal(setting: MealSetting, rule: MealRule, nowMs: number): string | null {
  for (let date = businessDay(nowMs), left = lookDays; left > 0; date = addDays(date, 1), left -= 1)
    for (const id of rule.mealPeriodIds) {
      const meal = setting.meals.get(id);
      if (!meal || !isReported({ ...setting, rules: [rule] }, id, date)) continue;
      const { closesAt } = instantsOf(setting, meal, date);
      if (closesAt > nowMs)
        return `${date.slice(5)} ${meal.name}（${isoAt(closesAt).slice(5, 16).replace('T', ' ')} 截止）`;
    }
  return null;
}

const sumOf = (some: readonly Judged[], of: (one: Judged) => number) => some.reduce((sum, one) => sum + of(one), 0);
const linesOf = (days: string) => `/admin/organization/report_meal_detail?diningDate=${days}&outcome=MISSED`;
const mostPeople = 10;

/** `draft` as it would stand, with the number 0 where it is new. */
export async function foreseeRule(ctx: Ctx, draft: MealRule & { enabled: boolean }): Promise<Foreseen> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const nowMs = ctx.clock.now();
  const [from, to] = monthBefore({ dayBegins: '04:00' }, nowMs);
  const present = await mealSetting(db, organizationId, nowMs);
  const others = present.rules.filter((rule) => rule.id !== draft.id);
  const setting = { ...present, rules: draft.enabled ? [...others, draft] : others };
  const { rows } = await db.query<Miss>(misses, [organizationId, from, to]);
  const touches = (miss: Miss) =>
    miss.ruleId === draft.id || ruleFor(setting, miss, miss.mealPeriodId, miss.diningDate)?.id === draft.id;
  const judged = [...Map.groupBy(rows, (row) => row.personId).values()]
    .filter((own) => own.some(touches))
    .flatMap((own) => judgedBy(setting, own));
  const charged = (fen: (one: Judged) => number) =>
    new Set(judged.filter((one) => fen(one) > 0).map((one) => one.personId)).size;
  const partOf = (name: string, some: readonly Judged[], more: string): ForeseenPart => ({
    name,
    count: some.length,
    wasFen: sumOf(some, (one) => one.wasFen),
    wouldFen: sumOf(some, (one) => one.wouldFen),
    open: `${linesOf(`${from},${to}`)}&${more}`,
  });
  const departments = [...Map.groupBy(judged, (one) => one.departmentId)].map(([id, some]) =>
    partOf(some[0]!.departmentName, some, `ownDepartmentId=${id}`),
  );
  const people = [...Map.groupBy(judged, (one) => one.personId)]
    .map(([id, some]) => partOf(some[0]!.personName, some, `personId=${id}`))
    .filter((part) => part.wasFen !== part.wouldFen);
  const prices = await foreseePrices(db, {
    organizationId,
    from,
    to,
    before: present.rules.find((rule) => rule.id === draft.id),
    draft: draft.enabled ? draft : undefined,
    present,
    setting,
  });
  const starts = draft.enabled ? firstMeal(setting, draft, nowMs) : null;
  const { parts, more } = partsOf(departments);
  return {
    period: from.slice(0, 7),
    totals: [
      { label: '未就餐', was: judged.length, would: judged.length, unit: '笔' },
      { label: '扣费的人', was: charged((one) => one.wasFen), would: charged((one) => one.wouldFen), unit: '人' },
      {
        label: '扣费合计',
        was: sumOf(judged, (one) => one.wasFen),
        would: sumOf(judged, (one) => one.wouldFen),
        unit: 'fen',
      },
      ...prices.totals,
    ],
    partTitle: '部门',
    parts,
    more,
    most: { title: '变化最大的人员', parts: partsOf(people).parts.slice(0, mostPeople) },
    notes: [
      '按上月实际报了没来的份数试算：已就餐、已豁免、缺勤、待判定的不变；不动账，也不写任何记录。',
      ...prices.notes,
      '报餐的人因此多报、少报的不在试算内。',
      ...(starts ? [`现在生效，从 ${starts}起按新规则；已截止的餐次按当时的规则。`] : []),
    ],
  };
}

/** What the last seven days' samples would have been under a changed standard; reads only. */
import type { Foreseen } from '../../../kit/define/versions.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { needSample, type SampleRule, sampleRuleFor, windowOf } from './need-sample.ts';
import { type Ruling, readRuling } from './read-rules.ts';

/** A dish that was served last week, with its sample. */
export interface Served {
  date: string;
  mealPeriodId: number;
  typeId: number | null;
  needSample: boolean;
  grams: number | null;
  sampledMs: number | null;
}

export interface WeekFigures {
  should: number;
  light: number;
  late: number;
}

/** Pure: counts a week under rules. */
export function weekUnder(
  served: readonly Served[],
  ruling: Pick<Ruling, 'kind' | 'types' | 'meals'>,
  rules: readonly SampleRule[],
): WeekFigures {
  const figures = { should: 0, light: 0, late: 0 };
  for (const one of served) {
    const type = ruling.types.get(one.typeId ?? 0);
    const rule = sampleRuleFor(rules, one.mealPeriodId, type);
    if (!needSample(ruling.kind, rule, type?.risk ?? null, one.needSample)) continue;
    figures.should += 1;
    if (one.grams === null || one.sampledMs === null) continue;
    const { to } = windowOf(rule, instantOf(one.date, ruling.meals.get(one.mealPeriodId)?.startTime ?? '12:00'));
    if (one.sampledMs > to) figures.late += 1;
    else if (one.grams < rule.minGrams) figures.light += 1;
  }
  return figures;
}

/** `changed` as it would stand, `enabled` false where it would no longer be used. */
export async function foreseeSamples(ctx: Ctx, changed: SampleRule, enabled: boolean): Promise<Foreseen> {
  const sql = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const ruling = await readRuling(sql, organizationId, ctx.clock.now());
  const to = addDays(dateAt(ctx.clock.now()), -1);
  const from = addDays(to, -6);
  const { rows } = await sql.query<Served>(
    `select i.menu_date as date, i.meal_period_id as "mealPeriodId", d.type_id as "typeId", i.need_sample as "needSample",
       s.grams, (extract(epoch from s.sampled_at) * 1000)::float8 as "sampledMs"
     from food_menu_item i
     join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id and m.status in ('PUBLISHED', 'CLOSED')
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
     left join sample s on s.organization_id = i.organization_id and s.menu_item_id = i.id
     where i.organization_id = $1 and i.menu_date between $2::date and $3::date and i.status <> 'STOPPED'
       and (s.id is null or s.status <> 'EXEMPT')`,
    [organizationId, from, to],
  );
  const others = ruling.rules.filter((rule) => rule.id !== changed.id);
  const was = weekUnder(rows, ruling, ruling.rules);
  const would = weekUnder(rows, ruling, enabled ? [...others, changed] : others);
  const figure = (label: string, key: keyof WeekFigures) => ({
    label,
    was: was[key],
    would: would[key],
    unit: '份' as const,
  });
  return {
    period: `${from} 至 ${to}`,
    totals: [figure('应留', 'should'), figure('量不足', 'light'), figure('超时', 'late')],
    partTitle: '',
    parts: [],
    more: 0,
    notes: [
      `按最近七天菜谱上的 ${rows.length} 道菜与当时的留样试算，不改变已有记录；手工登记的不在其中。`,
      ...(ruling.kind === 'K12' || ruling.kind === 'KINDERGARTEN'
        ? ['本单位每餐每样成品都须留样，「不留样」不起作用。']
        : []),
    ],
  };
}

/** Server side of 补贴配置. */
import { sql } from 'kysely';
import { bind, type Values } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { over } from '../../../kit/server/page/over.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { nextGrantDay } from '../rules/calendar.ts';
import { foreseeRule } from '../rules/foresee-grants.ts';
import type { Cycle, Rule } from '../rules/rule.ts';
import { grantDayText } from '../rules/words.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { countRules, rules } from './configure.page.ts';

type RuleValues = Values<typeof rules.fields>;

/** Columns of the amounts, in the order of the rows. */
function amountColumns(rows: RuleValues['typeAmounts']) {
  return rows ? { typeIds: rows.map((row) => row.typeId!), amountsFen: rows.map((row) => row.amountFen!) } : {};
}

/** The day of grant as it is stored, out of the fields that ask it; `all` are the stored values with the new ones over them. */
function dayColumn(all: RuleValues): number {
  switch (all.cycle) {
    case 'WEEK':
      return Number(all.weekday);
    case 'MONTH':
      return Number(all.monthDay);
    case 'YEAR':
      return Number(all.yearMonth) * 100 + Number(all.yearDate);
    default:
      return 1;
  }
}

const crudOf = (spec: typeof rules) =>
  tableCrud(spec, {
    table: 'subsidy_rule',
    unique: { subsidy_rule_name: 'name' },
    skip: ['typeAmounts', 'weekday', 'monthDay', 'yearMonth', 'yearDate'],
    usedBy: [{ table: 'subsidy_batch', column: 'rule_id', what: '补贴批次' }],
  });

/** Values with the columns that several fields make together, none left null that the table wants filled. */
function columnsOf(values: RuleValues, all: RuleValues): RuleValues {
  const plain = { carryMaxFen: 0, useMealIds: [], useSiteIds: [], debitOrder: 5 };
  const result: Record<string, unknown> = {
    ...values,
    ...amountColumns(values.typeAmounts),
    dayOfCycle: dayColumn(all),
  };
  for (const [key, value] of Object.entries(plain)) if (key in result && result[key] === null) result[key] = value;
  return result as RuleValues;
}

/** What a form says as the pure rules see it. */
const pureRule = (id: number, all: RuleValues): Rule => ({
  id,
  name: all.name ?? '',
  amounts: new Map((all.typeAmounts ?? []).map((row) => [row.typeId!, row.amountFen!])),
  cycle: all.cycle ?? 'MONTH',
  dayOfCycle: dayColumn(all),
  basis: all.basis ?? 'FIXED',
  maxUnits: all.maxUnits ?? null,
  clearAt: all.clearAt ?? 'MONTH',
  validDays: all.validDays ?? null,
  carryOver: all.carryOver ?? 'CLEAR',
  carryMaxFen: all.carryMaxFen ?? 0,
  debitOrder: all.debitOrder ?? 5,
});

const bindRules = (spec: typeof rules, unit: GrantUnit) => {
  const crud = crudOf(spec);
  return bind(spec, {
    list: over(
      spec,
      'subsidy_rule as r',
      {
        columns: {
          typeAmounts: sql`(select json_agg(json_build_object('typeId', a.id, 'amountFen', a.fen) order by a.turn)
        from unnest(r.type_ids, r.amounts_fen) with ordinality as a(id, fen, turn))`,
          amountText: sql`(select string_agg(t.name || ' ' || ${unit.purse === 'COUNT' ? sql`a.fen || ' 次'` : sql`to_char(a.fen / 100.0, 'FM999,999,990.00')`}, '、' order by a.turn)
        from unnest(r.type_ids, r.amounts_fen) with ordinality as a(id, fen, turn)
        join person_type t on t.organization_id = r.organization_id and t.id = a.id)`,
          weekday: sql`case r.cycle when 'WEEK' then r.day_of_cycle::text end`,
          monthDay: sql`case r.cycle when 'MONTH' then r.day_of_cycle::text end`,
          yearMonth: sql`case r.cycle when 'YEAR' then (r.day_of_cycle / 100)::text end`,
          yearDate: sql`case r.cycle when 'YEAR' then (r.day_of_cycle % 100)::text end`,
          dayText: null,
          nextOn: null,
          carryText: null,
        },
        names: {
          typeIds: sql`(select array_agg(t.name order by t.name) from person_type t
        where t.organization_id = r.organization_id and t.id = any(r.type_ids))`,
          useMealIds: sql`(select array_agg(m.name order by m.start_time) from meal_period m
        where m.organization_id = r.organization_id and m.id = any(r.use_meal_ids))`,
          useSiteIds: sql`(select array_agg(s.name order by s.name) from deploy_site s
        where s.organization_id = r.organization_id and s.id = any(r.use_site_ids))`,
        },
        derive: (row, ctx) => {
          const cycle = row.cycle as Cycle;
          const dayOfCycle = dayColumn(row as RuleValues);
          const cap = row.carryOver === 'CARRY_MAX' ? `结转，最多 ${unit.said(row.carryMaxFen as number)}` : null;
          return {
            dayText: grantDayText(cycle, dayOfCycle),
            nextOn:
              row.status === 'NORMAL'
                ? (nextGrantDay({ cycle, dayOfCycle }, businessDay(ctx.clock.now())) ?? null)
                : null,
            carryText: cap ?? (row.carryOver === 'CARRY' ? '全部结转' : row.clearAt === 'NEVER' ? '—' : '清零'),
          };
        },
      },
      (from) => from.where('r.purse', '=', unit.purse),
    ),
    create: (ctx, values) =>
      crud.create(ctx, { ...columnsOf({ carryOver: 'CLEAR', ...values }, values), purse: unit.purse } as RuleValues),
    update: (ctx, id, values, before) =>
      crud.update(ctx, id, columnsOf(values, { ...(before as unknown as RuleValues), ...values }), before),
    foresee: (ctx, values, before) => {
      const all = { ...(before as unknown as RuleValues | null), ...values };
      const stored = before as unknown as RuleValues | null;
      return foreseeRule(ctx, stored && pureRule(before!.id, stored), pureRule(before?.id ?? 0, all));
    },
    remove: crud.remove,
    actions: {
      disable: setColumn('subsidy_rule', 'status', 'DISABLED', '停用'),
      enable: setColumn('subsidy_rule', 'status', 'NORMAL', '启用'),
    },
    options: async (ctx, { keyword, ids, size }) => {
      let query = ctx.db
        .selectFrom('subsidy_rule')
        .select(['id', 'name', 'status', 'cycle', 'day_of_cycle'])
        .where('purse', '=', unit.purse)
        .orderBy('name');
      if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
      else {
        query = query.limit(size);
        if (keyword) query = query.where('name', 'ilike', likePattern(keyword));
      }
      return (await query.execute()).map((row) => ({
        id: row.id,
        name: row.name,
        hint: grantDayText(row.cycle, row.day_of_cycle),
        disabled: row.status !== 'NORMAL',
      }));
    },
  });
};

export default [bindRules(rules, inMoney), bindRules(countRules, inMeals)];

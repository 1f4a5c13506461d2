/** 报餐模式. */
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import type { Reach } from '../../services.ts';
import { foreseeRule } from '../foresee-rule.ts';
import { refuseOverlap } from '../overlap.ts';
import spec from './report-meal-mode.page.ts';

type Rule = Values<typeof spec.fields>;

function refuseSteps({ steps }: Rule) {
  const given = [...(steps ?? [])].sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
  const falls = given.some((step, i) => i > 0 && (step.percent ?? 0) < (given[i - 1]?.percent ?? 0));
  return falls ? refuseField('steps', '扣费比例须随次数上升：多缺一次不能反而少扣') : undefined;
}

/** Both say when somebody stops, or neither. */
function refuseStop({ stopAfter, stopDays }: Rule, before: RowValues | null) {
  const after = stopAfter === undefined ? before?.stopAfter : stopAfter;
  const days = stopDays === undefined ? before?.stopDays : stopDays;
  if ((after ?? null) === null)
    return (days ?? null) === null ? undefined : refuseField('stopAfter', '请填写满几次停报');
  return (days ?? null) === null ? refuseField('stopDays', '请填写停报几天') : undefined;
}

const reachOf = (values: Rule, before: RowValues | null): Reach => {
  const said = (key: keyof Reach) => (values[key] === undefined ? before?.[key] : values[key]);
  return {
    typeIds: (said('typeIds') ?? []) as number[],
    mealPeriodIds: (said('mealPeriodIds') ?? []) as number[],
    dayKinds: (said('dayKinds') ?? []) as string[],
  };
};

/** The rule as the form would leave it. */
function draftOf(values: Rule, before: RowValues | null) {
  const all = { ...(before as Partial<Rule> | null), ...values };
  return {
    id: before?.id ?? 0,
    name: all.name ?? '',
    mode: all.mode ?? 'OPT_IN',
    ...reachOf(values, before),
    restaurantId: all.restaurantId ?? 0,
    maxPortions: all.maxPortions ?? 1,
    onMiss: all.onMiss ?? 'NONE',
    priceFen: all.priceFen ?? null,
    freePerMonth: all.freePerMonth ?? 0,
    steps: (all.steps ?? []).map(({ from, percent }) => ({ from: from ?? 1, percent: percent ?? 100 })),
    dayCapFen: all.dayCapFen ?? null,
    monthCapFen: all.monthCapFen ?? null,
    subsidyPays: all.subsidyPays === true,
    reportedFen: all.reportedFen ?? null,
    walkInFen: all.walkInFen ?? null,
    walkIn: all.walkIn !== false,
    waitThen: all.waitThen ?? 'KEEP',
    // A draft is no version yet.
    versionNo: 0,
    since: '',
    enabled: all.status !== 'DISABLED',
  };
}

export default bind(spec, {
  list: over(spec, 'meal_rule as r'),
  ...tableCrud(spec, {
    table: 'meal_rule',
    unique: { meal_rule_name: 'name' },
    check: async (ctx, values, before) =>
      refuseSteps(values) ??
      refuseStop(values, before) ??
      (await refuseOverlap(ctx, reachOf(values, before), before?.id ?? 0)),
    usedBy: [{ table: 'meal_report', column: 'rule_id', what: '报餐记录，请改为停用' }],
  }),
  options: named('meal_rule', { offered: `t.status = 'NORMAL'` }),
  foresee: async (ctx, values, before) =>
    refuseSteps(values) ??
    (await refuseOverlap(ctx, reachOf(values, before), before?.id ?? 0)) ??
    foreseeRule(ctx, draftOf(values, before)),
  actions: {
    disable: setColumn('meal_rule', 'status', 'DISABLED', '停用'),
    enable: async (ctx, input) => {
      for (const row of input.rows) {
        const no = await refuseOverlap(ctx, reachOf({}, row), row.id);
        if (no) return no;
      }
      return setColumn('meal_rule', 'status', 'NORMAL', '启用')(ctx, input);
    },
  },
});

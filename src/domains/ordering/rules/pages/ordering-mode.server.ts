/** 订餐模式. */
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import type { PayTime } from '../../orders/order-words.ts';
import { foreseeMisses } from '../foresee-misses.ts';
import { cutOffText, nextCutOffs } from '../next-cut-offs.ts';
import { type OrderReach, refuseOrderOverlap } from '../overlap.ts';
import { orderingSetting } from '../setting.ts';
import spec from './ordering-mode.page.ts';

type Rule = Values<typeof spec.fields>;

const said = (values: Rule, before: RowValues | null, key: keyof Rule) =>
  values[key] === undefined ? before?.[key] : values[key];

function refuseTimes(values: Rule, before: RowValues | null) {
  const days = said(values, before, 'cancelDays');
  const at = said(values, before, 'cancelTime');
  if ((days ?? null) === null ? (at ?? null) !== null : (at ?? null) === null)
    return refuseField('cancelTime', '退改截止的天数与时间须同时填写或同时留空');
  if (Number(said(values, before, 'openDays')) < Number(said(values, before, 'cutDays')))
    return refuseField('openDays', '提前开放的天数不能少于截止提前的天数');
  return undefined;
}

/** The groups of a set are all of its dishes. */
function refuseGroups(values: Rule, before: RowValues | null) {
  const groups = (said(values, before, 'chooseGroups') ?? []) as { count: number | null }[];
  const sum = groups.reduce((total, group) => total + (group.count ?? 0), 0);
  return groups.length > 0 && said(values, before, 'mode') === 'SET_MEAL' && sum !== said(values, before, 'chooseCount')
    ? refuseField('chooseGroups', `各类合计 ${sum} 道，须等于每份选的道数`)
    : undefined;
}

/** Meals are counted by portions: dishes have prices. */
const refuseCounted = (values: Rule, before: RowValues | null) =>
  said(values, before, 'payTime') === 'COUNT' && said(values, before, 'mode') === 'BY_DISH'
    ? refuseField('payTime', '按菜订的不能计次，请改为套餐或只订份数')
    : undefined;

const reachOf = (values: Rule, before: RowValues | null): OrderReach => ({
  restaurantId: Number(said(values, before, 'restaurantId')),
  typeIds: (said(values, before, 'typeIds') ?? []) as number[],
  mealPeriodIds: (said(values, before, 'mealPeriodIds') ?? []) as number[],
  dayKinds: (said(values, before, 'dayKinds') ?? []) as string[],
});

/** The nearest cut-offs of all rules. */
async function nearest(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const setting = await orderingSetting(sqlOf(ctx.db), ownOrganization(ctx), now);
  return nextCutOffs(setting, setting.rules, now).slice(0, 3).map(cutOffText);
}

const crud = tableCrud(spec, {
  table: 'ordering_rule',
  blank: { swipeTakes: false, chooseGroups: [] },
  unique: { ordering_rule_name: 'name' },
  check: async (ctx, values, before) =>
    refuseTimes(values, before) ??
    refuseCounted(values, before) ??
    refuseGroups(values, before) ??
    (await refuseOrderOverlap(ctx, reachOf(values, before), before?.id ?? 0)),
  usedBy: [{ table: 'meal_order', column: 'rule_id', what: '订单，请改为停用' }],
});

export default bind(spec, {
  list: over(spec, 'ordering_rule as r'),
  notice: async (ctx) => {
    const next = await nearest(ctx);
    return next.length === 0
      ? { tone: 'warning', text: '还没有使用中的订餐规则，或近两周没有可订的餐。' }
      : { tone: 'info', text: `最近的截止：${next.join('，')}` };
  },
  ...crud,
  foresee: (ctx, values, before) =>
    foreseeMisses(ctx, {
      ...reachOf(values, before),
      id: before?.id ?? 0,
      payTime: said(values, before, 'payTime') as PayTime,
      missPercent: Number(said(values, before, 'missPercent') ?? 0),
      enabled: said(values, before, 'status') !== 'DISABLED',
    }),
  actions: {
    disable: setColumn('ordering_rule', 'status', 'DISABLED', '停用'),
    enable: async (ctx, input) => {
      for (const row of input.rows) {
        const no = await refuseOrderOverlap(ctx, reachOf({}, row), row.id);
        if (no) return no;
      }
      return setColumn('ordering_rule', 'status', 'NORMAL', '启用')(ctx, input);
    },
  },
});

/** 留样量标准. */
import { labelIn } from '../../../../kit/define/states.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { canteenKinds, keepsAll } from '../canteen-kinds.ts';
import { foreseeSamples } from '../foresee-samples.ts';
import { readRuling } from '../read-rules.ts';
import spec from './sample-food-quantum.page.ts';

type Rule = Values<typeof spec.fields>;

async function refuseFloor(ctx: Ctx, values: Rule, before: RowValues | null) {
  const all = { ...(before as Rule | null), ...values };
  if ((all.tempMin ?? 0) >= (all.tempMax ?? 8))
    return refuse('SAMPLE_FLOOR', { why: '柜温下限须低于上限' }, { tempMin: '须低于柜温上限' });
  if (all.needs !== 'NEVER') return undefined;
  const { kind } = await readRuling(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
  const why = `${labelIn(canteenKinds, kind)}每餐每样成品都须留样，不能设为不留样；未出品、停供的用「免留」`;
  return keepsAll(kind) ? refuse('SAMPLE_FLOOR', { why }, { needs: why }) : undefined;
}

const crud = tableCrud(spec, {
  table: 'sample_rule',
  nameField: 'minGrams',
  unique: { sample_rule_of: 'dishTypeId' },
  check: refuseFloor,
});

export default bind(spec, {
  list: over(spec, 'sample_rule as r', {
    none: { mealPeriodId: '所有餐次', dishTypeId: '所有菜品' },
  }),
  notice: async (ctx) => {
    const { kind, kindSaid, rules } = await readRuling(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
    const label = labelIn(canteenKinds, kind);
    const open = { label: '食堂类型', path: '/admin/organization/sample_food_quantum/setting' };
    if (!kindSaid) return { tone: 'warning', text: `还没有设置食堂类型，暂按「${label}」执行。`, open };
    const words = keepsAll(kind) ? '每餐每样成品都须留样' : '易腐食品与菜谱标明须留样的都须留样';
    const none =
      rules.length === 0 ? '还没有标准，按法规下限 125 克、48 小时、开餐前 120 至后 30 分钟、0–8 ℃ 执行。' : '';
    return { tone: 'info', text: `本单位为「${label}」：${words}。${none}`, open };
  },
  ...crud,
  foresee: async (ctx, values, before) => {
    const all = { ...(before as Partial<Rule> | null), ...values };
    return foreseeSamples(
      ctx,
      {
        id: before?.id ?? -1,
        mealPeriodId: all.mealPeriodId ?? null,
        dishTypeId: all.dishTypeId ?? null,
        needs: all.needs ?? 'KIND',
        minGrams: all.minGrams ?? 125,
        retainHours: all.retainHours ?? 48,
        beforeMinutes: all.beforeMinutes ?? 120,
        afterMinutes: all.afterMinutes ?? 30,
        tempMin: all.tempMin ?? 0,
        tempMax: all.tempMax ?? 8,
      },
      all.status !== 'DISABLED',
    );
  },
  actions: onOff('sample_rule', 'minGrams'),
});

/** 班次. */
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { touchDays } from '../attendance-clock.ts';
import { hoursOn } from '../decide-day.ts';
import spec from './access-control-attendance-shift.page.ts';

/** A change holds for the days of the last month too: they are counted again. */
export const lastMonth = (ctx: Pick<Ctx, 'clock'>): string[] => {
  const today = dateAt(ctx.clock.now());
  return Array.from({ length: 31 }, (_, ago) => addDays(today, -ago));
};

const dayMs = 86_400_000;

export default bind(spec, {
  list: over(spec, 'shift as s', {}),
  ...tableCrud(spec, {
    table: 'shift',
    unique: { shift_name: 'name' },
    usedBy: [{ table: 'shift_plan', column: 'shift_id', what: '排班' }],
    check: (_ctx, values, before) => {
      const of = { ...before, ...values };
      for (const [start, end] of [
        ['in2', 'out2'],
        ['in3', 'out3'],
      ] as const)
        if (Boolean(of[start]) !== Boolean(of[end])) return refuseField(end, '上班与下班须同时填写');
      if (of.in3 && !of.in2) return refuseField('in2', '先填写第二段');
      const pairs = [1, 2, 3].flatMap((n) => {
        const [start, end] = [of[`in${n}` as 'in1'], of[`out${n}` as 'out1']];
        return start && end ? [[start, end] as const] : [];
      });
      const spans = hoursOn({ pairs }, '2026-01-01');
      return spans.at(-1)!.to - spans[0]!.from > dayMs ? refuseField('out1', '各段合起来不能超过 24 小时') : undefined;
    },
    after: async (ctx, _id, _values, before) => {
      if (before) await touchDays(ctx, ownOrganization(ctx), lastMonth(ctx));
      return undefined;
    },
  }),
  options: named('shift', { offered: `t.status = 'NORMAL'` }),
  actions: onOff('shift'),
});

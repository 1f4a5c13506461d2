/** 排班. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal, type Refusal } from '../../../../kit/server/refusal.ts';
import { touchDays } from '../attendance-clock.ts';
import spec from './access-control-attendance-plan.page.ts';
import { lastMonth } from './access-control-attendance-shift.server.ts';

/** The days of the last month are counted again by what holds now. */
async function again<T>(ctx: Ctx, done: T | Refusal): Promise<T | Refusal> {
  if (!isRefusal(done)) await touchDays(ctx, ownOrganization(ctx), lastMonth(ctx));
  return done;
}

const crud = tableCrud(spec, {
  table: 'shift_plan',
  unique: { shift_plan_name: 'name' },
  check: (_ctx, values, before) => {
    const of = { ...before, ...values };
    const whom = [of.typeIds, of.departmentIds, of.personIds].some((list) => Array.isArray(list) && list.length > 0);
    if (!whom) return refuseField('departmentIds', '类别、部门、人员至少选一项');
    if (Boolean(of.cycleDays) !== Boolean(of.cycleWork))
      return refuseField('cycleWork', '轮班周期与其中上班的天数须同时填写');
    if (of.cycleDays && Number(of.cycleWork) >= Number(of.cycleDays))
      return refuseField('cycleWork', '须少于轮班周期的天数');
    if (of.fromDate && of.toDate && of.toDate < of.fromDate) return refuseField('toDate', '不能早于开始日期');
    return undefined;
  },
});
const switched = onOff('shift_plan');

export default bind(spec, {
  list: over(spec, 'shift_plan as s', { columns: { weekdays: sql`s.weekdays::text[]` } }),
  create: async (ctx, values) => again(ctx, await crud.create(ctx, values)),
  update: async (ctx, id, values, before) => again(ctx, await crud.update(ctx, id, values, before)),
  remove: async (ctx, id, before) => again(ctx, await crud.remove(ctx, id, before)),
  actions: {
    enable: async (ctx, input) => again(ctx, await switched.enable(ctx, input)),
    disable: async (ctx, input) => again(ctx, await switched.disable(ctx, input)),
  },
});

/** 门禁考勤. */
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import spec from './access-control-attendance.page.ts';

export default bind(spec, {
  list: over(spec, 'attendance_day as a', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    names: { departmentId: departmentPath },
    where: { keyword: personOr() },
  }),
  notice: async (ctx) => {
    const plan = await ctx.db.selectFrom('shift_plan').select('id').where('status', '=', 'NORMAL').limit(1).execute();
    if (plan.length === 0) return { tone: 'info', text: '还没有排班：先设班次，再排班，考勤随过门记录自动计算' };
    const { n } = await ctx.db
      .selectFrom('attendance_day')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('result', '=', 'PENDING')
      .where('day', '>=', addDays(dateAt(ctx.clock.now()), -45))
      .executeTakeFirstOrThrow();
    return n > 0
      ? { tone: 'warning', text: `${n} 人天待定：有门还没有传完过门记录，传到后自动重新计算，不会误记缺勤` }
      : null;
  },
});

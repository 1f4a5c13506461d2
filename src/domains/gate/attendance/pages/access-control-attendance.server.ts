/** 门禁考勤. */
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
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
    const { rows } = await sqlOf(ctx.db).query<{ n: number; plans: number }>(
      `select (select count(*)::int from attendance_day where organization_id = $1 and result = 'PENDING' and day >= $2) as n,
         (select count(*)::int from shift_plan where organization_id = $1 and status = 'NORMAL') as plans`,
      [ownOrganization(ctx), addDays(dateAt(ctx.clock.now()), -45)],
    );
    const { n, plans } = rows[0]!;
    if (plans === 0) return { tone: 'info', text: '还没有排班：先设班次，再排班，考勤随过门记录自动计算' };
    return n > 0
      ? { tone: 'warning', text: `${n} 人天待定：有门还没有传完过门记录，传到后自动重新计算，不会误记缺勤` }
      : null;
  },
});

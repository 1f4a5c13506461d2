/** 工资代扣. */
import { isoAt } from '../../../../kit/server/clock.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { draftRun } from '../draft-run.ts';
import { payrollFlow } from '../payroll-flow.ts';
import { payroll, payrollLine } from './meals-deduction-month-payroll.page.ts';

export default [
  bind(payroll, {
    list: over(payroll, 'payroll_run as u', { few: true, version: true, maker: 'u.maker_id' }),
    notice: async (ctx) => {
      const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
        `select count(*)::int as n from meal_report where organization_id = $1 and due and charge_wait <> ''`,
        [ctx.session.unitId],
      );
      const n = rows[0]?.n ?? 0;
      return n === 0
        ? null
        : {
            tone: 'info',
            text: `${n} 次未就餐扣费因余额不足等原因没有扣成；报餐模式可设为满 7 天转工资代扣。`,
            open: { label: '扣费失败', path: '/admin/organization/report_meal_detail?waits=true&diningDate=*' },
          };
    },
    create: (ctx, values) => draftRun(ctx, values.untilDate!),
    actions: moves(payrollFlow, {
      table: 'payroll_run',
      name: (run) => run.run_no,
      write: {
        hand: ({ session, clock }) => ({ exported_at: isoAt(clock.now()), exported_name: session.name }),
      },
    }),
  }),
  bind(payrollLine, {
    list: over(
      payrollLine,
      'payroll_line as l',
      {
        inner: ['personId as p'],
        refs: ['departmentId as d'],
        columns: {
          fromDate: 'u.from_date',
          untilDate: 'u.until_date',
          jobNumber: 'p.job_number',
          departmentId: 'p.department_id',
        },
        names: { departmentId: departmentPath },
        where: { keyword: personOr() },
      },
      (from) =>
        from.innerJoin('payroll_run as u', (on) =>
          on.onRef('u.organization_id', '=', 'l.organization_id').onRef('u.id', '=', 'l.run_id'),
        ),
    ),
  }),
];

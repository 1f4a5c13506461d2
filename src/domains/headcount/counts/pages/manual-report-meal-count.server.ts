/** 只报人数. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath } from '../../../people/public.server.ts';
import { type DaySpan, datesOr } from '../../reports/choose-cells.ts';
import { lateReasonOf } from '../../reports/late-reason.ts';
import { mealSetting } from '../../rules/setting.ts';
import { type CountAt, countPeople } from '../count-people.ts';
import { countImport } from '../import-counts.ts';
import spec from './manual-report-meal-count.page.ts';

interface Asked extends DaySpan {
  departmentId: number;
  mealPeriodIds: number[];
  portions: number;
  note: string | null;
}

async function report(ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> {
  const asked = values as unknown as Asked;
  const { departmentId, portions } = asked;
  const dates = datesOr(asked);
  if ('refused' in dates) return dates;
  const cells = dates.flatMap((diningDate) =>
    asked.mealPeriodIds.map((mealPeriodId) => ({ departmentId, diningDate, mealPeriodId })),
  );
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const written = await countPeople(ctx, cells, { portions, note: asked.note ?? '', lateReason });
  if (isRefusal(written)) return written;
  if (written === 0) return refuse('NO_CHANGE', { why: '所选餐次已报同样的人数' });
  await ctx.audit({ action: '报人数', targetName: `${asked.fromDate} 至 ${asked.toDate} 每餐 ${portions} 人` });
  return {
    receipt: {
      title: '报人数结果',
      lines: [
        ['每餐', `${portions} 人`],
        ['已报', `${written} 餐`],
        ...(written < cells.length ? [['原已同样', `${cells.length - written} 餐`] as const] : []),
      ],
    },
  };
}

/** Rows say so many from now on; 0 takes them back. */
async function change(ctx: Ctx, { rows, values }: ActionInput, portions: number): Promise<Refusal | null> {
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const done = await countPeople(ctx, rows as unknown as CountAt[], {
    portions,
    note: String(values.note ?? rows[0]?.note ?? ''),
    lateReason,
  });
  if (isRefusal(done)) return done;
  await ctx.audit({ action: portions > 0 ? '改人数' : '取消人数', targetName: `${done} 餐 ${portions} 人` });
  return null;
}

export default bind(spec, {
  list: over(spec, 'meal_count as c', {
    version: true,
    refs: ['departmentId as d'],
    columns: {
      ownDepartmentId: 'c.department_id',
      missedHeads: sql`(case when c.status = 'REPORTED' then greatest(c.portions - c.came_heads, 0) end)`,
    },
    names: { departmentId: departmentPath },
  }),
  notice: async (ctx) => {
    const { rules } = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
    return rules.some((rule) => rule.mode === 'DEPT')
      ? {
          tone: 'info',
          text: '没有名单的按部门报人数：计入备餐与预测，结算时数实到，不扣个人的费；有名单的在人工报餐里按人报。',
        }
      : {
          tone: 'warning',
          text: '还没有「部门统一报餐」的规则，报不了人数。',
          open: { label: '报餐模式', path: '/admin/organization/report_meal_mode' },
        };
  },
  importRows: countImport,
  actions: {
    report,
    change: (ctx, input) => change(ctx, input, Number(input.values.portions)),
    cancel: (ctx, input) => change(ctx, input, 0),
  },
});

/** 学期. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import type { Refusal } from '../../../../kit/server/refusal.ts';
import spec from './meal-reporting-period-term.page.ts';

/** Ends after it begins, and no day lies in two terms of the same departments. */
async function check(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
  before: RowValues | null,
): Promise<Refusal | undefined> {
  const from = String(values.fromDate ?? before?.fromDate);
  const to = String(values.toDate ?? before?.toDate);
  if (to < from) return refuseField('toDate', '结束日期不能早于开始日期');
  const ids = sql`${values.departmentIds ?? before?.departmentIds ?? []}::bigint[]`;
  const other = await ctx.db
    .selectFrom('school_term')
    .select('name')
    .where('id', '<>', before?.id ?? 0)
    .where('from_date', '<=', to)
    .where('to_date', '>=', from)
    .where(sql<boolean>`((department_ids = '{}' and ${ids} = '{}'::bigint[]) or department_ids && ${ids})`)
    .orderBy('from_date')
    .executeTakeFirst();
  return other ? refuseField('fromDate', `与「${other.name}」的日期重叠`) : undefined;
}

export default bind(spec, {
  list: over(spec, 'school_term as t', {
    names: {
      departmentIds: sql`array(select d.name from department d
        where d.organization_id = t.organization_id and d.id = any(t.department_ids) order by d.name)`,
    },
  }),
  notice: async (ctx) => {
    const some = await ctx.db.selectFrom('school_term').select('id').limit(1).executeTakeFirst();
    return some
      ? {
          tone: 'info',
          text: '学期以外的日子不报餐、不自动报餐；已经报的照旧结算。各年级的学期不同时，分别登记并选年级。',
        }
      : { tone: 'info', text: '还没有学期，全年按规则报餐；登记学期后，学期以外的日子不报餐。' };
  },
  ...tableCrud(spec, { table: 'school_term', unique: { school_term_name: 'name' }, check }),
});

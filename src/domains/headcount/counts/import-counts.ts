/** 只报人数导入: a department, a day, a meal and how many per row; each row is told what is wrong with it. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { departmentsNamed } from '../../people/public.server.ts';
import { mealsByName } from '../reports/import-reports.ts';
import { lateReasonOf } from '../reports/late-reason.ts';
import { type CountAt, countPeople, whyNotCounted } from './count-people.ts';

const askedOf = (ctx: Ctx, { values }: ImportRow) => ({
  at: values as unknown as CountAt,
  counting: {
    portions: Number(values.portions),
    note: String(values.note ?? ''),
    lateReason: lateReasonOf(ctx, values.lateReason),
  },
});

/** What a cell could not be read as is told of it already. */
const isRead = ({ values }: ImportRow) =>
  [values.departmentId, values.diningDate, values.mealPeriodId, values.portions].every(Boolean);

async function check(ctx: Ctx, all: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const rows = all.filter(isRead);
  const errors = new Map<number, Record<string, string>>();
  const why = await whyNotCounted(
    ctx,
    rows.map((row) => askedOf(ctx, row)),
  );
  const seen = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const { departmentId, diningDate, mealPeriodId } = askedOf(ctx, row).at;
    const cell = `${departmentId}/${diningDate}/${mealPeriodId}`;
    const twice = seen.get(cell);
    const no = why[i];
    if (twice !== undefined) errors.set(row.rowNo, { departmentId: `与第 ${twice} 行是同一部门、同一餐` });
    else if (no) errors.set(row.rowNo, { diningDate: refusalMessage(no) });
    else seen.set(cell, row.rowNo);
  }
  return errors;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  for (const row of rows) {
    const { at, counting } = askedOf(ctx, row);
    const done = await countPeople(ctx, [at], counting);
    if (isRefusal(done)) refused.set(row.rowNo, refusalMessage(done));
  }
  const done = rows.length - refused.size;
  if (done > 0) await ctx.audit({ action: '导入人数', targetName: `${done} 行` });
  return refused;
}

export const countImport: ImportBinding = {
  resolve: (ctx, field, names) => (field === 'departmentId' ? departmentsNamed : mealsByName)(ctx, names),
  check,
  commit,
};

/** Consumption per department, at the level asked for: what lies below a department counts in it. */
import { averageFen } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { departmentsAtLevel } from '../../people/public.server.ts';
import { summaryTotals } from '../fields.ts';
import { type SummaryRow, summarize } from './summary.ts';

export type DepartmentRow = SummaryRow & { departmentIds: number[]; perHeadFen: number };

/** Rows by department; `level` 1–3 rolls up to the ancestor of that level, anything else keeps the own department. */
export async function departmentSummary(ctx: Ctx, search: Search): Promise<DepartmentRow[]> {
  const rows = await summarize(ctx, 'department', search);
  const { target, nameOf } = await departmentsAtLevel(ctx, search.level);
  const merged = new Map<number, DepartmentRow>();
  for (const row of rows) {
    const own = row.groupKey as number;
    const id = target(own);
    const into = merged.get(id);
    if (into) {
      for (const key of summaryTotals) into[key] += row[key];
      into.departmentIds.push(own);
    } else
      merged.set(id, {
        ...row,
        id: id || -1,
        groupKey: id,
        groupName: nameOf(id) ?? row.groupName,
        departmentIds: [own],
        perHeadFen: 0,
      });
  }
  return [...merged.values()].map((row) => ({ ...row, perHeadFen: averageFen(row.netFen, row.heads) }));
}

/** Consumption per department, at the level asked for: what lies below a department counts in it. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Search } from '../../kit/server/page/binding.ts';
import { summaryTotals } from './fields.ts';
import { type SummaryRow, summarize } from './summary.ts';

export type DepartmentRow = SummaryRow & { departmentIds: number[]; perHeadFen: number };

/** Average in fen, rounded down: a figure to compare by, not to add. */
const perHead = (fen: number, heads: number) => (heads > 0 ? Math.floor(fen / heads) : 0);

/** Rows by department; `level` 1–3 rolls up to the ancestor of that level, anything else keeps the own department. */
export async function departmentSummary(ctx: Ctx, search: Search): Promise<DepartmentRow[]> {
  const rows = await summarize(ctx, 'department', search);
  const level = Number(search.level);
  const departments = await ctx.db.selectFrom('department').select(['id', 'name', 'above']).execute();
  const byId = new Map(departments.map((d) => [d.id, d]));
  const target = (id: number): number => {
    const found = byId.get(id);
    if (!found || !(level >= 1)) return id;
    return [...found.above, id][level - 1] ?? id;
  };
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
        groupName: byId.get(id)?.name ?? row.groupName,
        departmentIds: [own],
        perHeadFen: 0,
      });
  }
  return [...merged.values()].map((row) => ({ ...row, perHeadFen: perHead(row.netFen, row.heads) }));
}

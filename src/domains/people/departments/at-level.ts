/** Departments rolled up for reports: what lies below one of the level asked for counts in it. */
import type { Ctx } from '../../../kit/server/context.ts';

export interface AtLevel {
  /** The department under which rows of `id` are shown: its ancestor of that level, itself where it has none. */
  target(id: number): number;
  nameOf(id: number): string | undefined;
}

/** `level` 1–3 rolls up to the ancestor of that level; anything else keeps every department for itself. */
export async function departmentsAtLevel(ctx: Pick<Ctx, 'db'>, level: unknown): Promise<AtLevel> {
  const nth = Number(level);
  const departments = await ctx.db.selectFrom('department').select(['id', 'name', 'above']).execute();
  const byId = new Map(departments.map((one) => [one.id, one]));
  return {
    target: (id) => {
      const found = byId.get(id);
      return found && nth >= 1 ? ([...found.above, id][nth - 1] ?? id) : id;
    },
    nameOf: (id) => byId.get(id)?.name,
  };
}

/** What closes next in the units of a scope, today's first: a contractor's lists say so. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { cutOffText, nextCutOffs } from '../rules/next-cut-offs.ts';
import { orderingSetting } from '../rules/setting.ts';

/** More units are no list to be read. */
const mostUnits = 40;
const shown = 4;

/** A sentence; null where no unit takes orders, or too many do. Only rules of restaurants in the scope are spoken of. */
export async function cutOffsOfUnits(ctx: Ctx): Promise<string | null> {
  const rules = await ctx.db
    .selectFrom('ordering_rule as r')
    .innerJoin('organization as o', 'o.id', 'r.organization_id')
    .where('r.status', '=', 'NORMAL')
    .select(['r.id', 'r.organization_id as organizationId', 'o.name as unitName'])
    .execute();
  const units = [...Map.groupBy(rules, (rule) => rule.organizationId)];
  if (units.length === 0 || units.length > mostUnits) return null;
  const now = ctx.clock.now();
  const found: { unitName: string; at: number; text: string }[] = [];
  // A connection reads one statement after the other.
  for (const [organizationId, own] of units) {
    const setting = await orderingSetting(sqlOf(ctx.db), organizationId, now);
    const visible = setting.rules.filter((rule) => own.some(({ id }) => id === rule.id));
    for (const next of nextCutOffs(setting, visible, now).slice(0, shown))
      found.push({ unitName: own[0]!.unitName, at: next.at, text: cutOffText(next) });
  }
  const next = found.sort((a, b) => a.at - b.at).slice(0, shown);
  if (next.length === 0) return null;
  const today = next.filter((one) => dateAt(one.at) === dateAt(now)).length;
  const words = next.map(({ unitName, text }) => `${unitName} ${text}`).join('，');
  return `${today > 0 ? `今天还有 ${today === shown ? '多' : today} 餐截止订餐` : '最近的订餐截止'}：${words}`;
}

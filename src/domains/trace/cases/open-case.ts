/** A new case out of the sick, and the stretch that is looked at: 72 hours before the first fell ill unless said otherwise. */

import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { madeBy } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import { addPeople, type Named } from './people.ts';

export const windowHours = 72;
const longestDays = 31;

export interface NewCase {
  title: string;
  people: readonly Named[];
  fromAt: string | null;
  toAt: string | null;
  remark: string;
}

/** NOBODY_SICK, TRACE_WINDOW; else the id of the draft. */
export async function createCase(ctx: Ctx, given: NewCase): Promise<{ id: number } | Refusal> {
  const nowMs = ctx.clock.now();
  const sick = given.people.filter((one) => one.sick);
  if (sick.length === 0) return refuse('NOBODY_SICK', {}, { people: '至少一名患者' });
  const onsets = sick.flatMap((one) => (one.onsetAt === null ? [] : [Date.parse(one.onsetAt)]));
  const first = onsets.length > 0 ? Math.min(...onsets) : nowMs;
  const from = given.fromAt === null ? first - windowHours * 3_600_000 : Date.parse(given.fromAt);
  const to = given.toAt === null ? Math.max(first, ...onsets) + 60_000 : Date.parse(given.toAt);
  if (from >= to) return refuse('TRACE_WINDOW', { why: '时段的开始须早于结束' }, { toAt: '须晚于开始' });
  if (to - from > longestDays * 86_400_000)
    return refuse('TRACE_WINDOW', { why: `时段最长 ${longestDays} 天` }, { fromAt: `最长 ${longestDays} 天` });
  if (Math.max(first, ...onsets) > nowMs) return refuse('TRACE_WINDOW', { why: '发病时间不能晚于现在' });
  const id = await ctx.ids.next();
  const caseNo = `SY${isoAt(nowMs).slice(2, 10).replaceAll('-', '')}-${id}`;
  await ctx.db
    .insertInto('trace_case')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      case_no: caseNo,
      title: given.title,
      from_at: isoAt(from),
      to_at: isoAt(to),
      status: 'DRAFT',
      sample_ids: [],
      remark: given.remark,
      ...madeBy(ctx.session),
      created_at: isoAt(nowMs),
      updated_at: isoAt(nowMs),
      version: 1,
    })
    .execute();
  const no = await addPeople(ctx, id, given.people);
  if (no) return no;
  await ctx.audit({ action: '新建溯源', targetId: id, targetName: `${caseNo} ${given.title}` });
  return { id };
}

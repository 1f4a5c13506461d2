/** 清除反潜回: the guard says that somebody, or everybody, is outside again. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';

export async function clearPassback(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const people = (values.personIds as number[] | null) ?? [];
  if (people.length === 0 && ctx.scope.departments !== 'ALL')
    return refuseField('personIds', '请选择人员（您的数据范围为指定部门）');
  const [district] = rows;
  for (const personId of people.length > 0 ? people : [null])
    await ctx.db
      .insertInto('passback_clear')
      .values({
        organization_id: ownOrganization(ctx),
        id: await ctx.ids.next(),
        district_id: district!.id,
        person_id: personId,
        at: isoAt(ctx.clock.now()),
        by_name: ctx.session.name,
      })
      .execute();
  const whom = people.length > 0 ? `${people.length} 人` : '所有人';
  await ctx.audit({ action: '清除反潜回', targetId: district!.id, targetName: `${district!.name}：${whom}` });
  return null;
}

/** A picture of what was sealed or done with it: a recall of goods that were destroyed or given back is closed with one. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';

export async function addPhoto(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Done> {
  await ctx.db
    .insertInto('recall_photo')
    .values({
      contractor_id: ownContractor(ctx),
      id: await ctx.ids.next(),
      recall_id: ids[0]!,
      photo: String(values.photo),
      note: String(values.note ?? ''),
      made_name: ctx.session.name,
      made_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({ action: '添加召回照片', targetId: ids[0]!, targetName: String(rows[0]!.recallNo) });
  return null;
}

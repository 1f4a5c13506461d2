/** 设为默认: the type a new person has where nothing else is said; one per organization. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

/** Makes the one chosen type the default; the former default is one no more. */
export async function setDefaultType(ctx: Ctx, { rows }: ActionInput): Promise<Refusal | null> {
  const [row] = rows;
  if (!row || rows.length > 1) return refuse('MALFORMED', { detail: '请选择一个类别' });
  await ctx.db.updateTable('person_type').set({ is_default: false }).where('is_default', '=', true).execute();
  await ctx.db
    .updateTable('person_type')
    .set((eb) => ({ is_default: true, version: eb('version', '+', 1) }))
    .where('organization_id', '=', ownOrganization(ctx))
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({ action: '设为默认', targetId: row.id, targetName: String(row.name) });
  return null;
}

/** The unit's screens: devices of that type in use. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { displayRefusals } from '../refusals.ts';

export interface ScreenOf {
  id: number;
  name: string;
}

/** By name. */
export const screensOf = (ctx: Pick<Ctx, 'db'>): Promise<ScreenOf[]> =>
  ctx.db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .select(['d.id', 'd.name'])
    .where('t.kind', '=', 'DISPLAY')
    .where('d.status', '=', 'ACTIVE')
    .orderBy('d.name')
    .orderBy('d.id')
    .execute();

/** NOT_A_SCREEN for the first that is none; answered at the field. */
export async function refuseScreens(ctx: Ctx, ids: readonly number[], field: string): Promise<Refusal | undefined> {
  if (ids.length === 0) return undefined;
  const known = new Set((await screensOf(ctx)).map((screen) => screen.id));
  const wrong = ids.find((id) => !known.has(id));
  if (wrong === undefined) return undefined;
  const named = await ctx.db.selectFrom('device').select('name').where('id', '=', wrong).executeTakeFirst();
  const name = named?.name ?? String(wrong);
  return refuse(displayRefusals.NOT_A_SCREEN, { name }, { [field]: `「${name}」不是公示屏` });
}

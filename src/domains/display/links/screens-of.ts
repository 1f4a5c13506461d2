/** The unit's screens: devices of that type in use. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { displayRefusals } from '../refusals.ts';
import { type PanelKey, plainLayout } from '../screens/panel-words.ts';
import '../tables.ts';

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

/** The unit's screens, and whether a panel is in the layout of each. */
export const screensShowing = (ctx: Pick<Ctx, 'db'>, panel: PanelKey): Promise<(ScreenOf & { shows: boolean })[]> =>
  ctx.db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .leftJoin('screen_layout as y', (on) =>
      on.onRef('y.organization_id', '=', 'd.organization_id').onRef('y.device_id', '=', 'd.id'),
    )
    .select([
      'd.id',
      'd.name',
      sql<boolean>`coalesce(y.panels, ${JSON.stringify(plainLayout)}::jsonb) @> ${JSON.stringify([{ key: panel }])}::jsonb`.as(
        'shows',
      ),
    ])
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

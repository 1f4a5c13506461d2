/** The server side of the pages that say who is published where. */
import { z } from 'zod';
import { openPath } from '../../../kit/define/open-page.ts';
import type { PageSpec } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { openCode, revokeCode } from '../../../kit/server/open/codes.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { nothing } from '../../../kit/server/page/bodies.ts';
import { withBody } from '../../../kit/server/page/with-body.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { displayRefusals } from '../refusals.ts';
import board from '../screens/open/board.open.ts';
import { panels } from '../screens/panel-words.ts';
import type { OwnerType } from './owner-types.ts';
import { digestOf, linksOf, ownersOf, readGrid } from './read-links.ts';
import { refuseScreens, screensOf } from './screens-of.ts';
import { type LinkSaid, writeLinks } from './write-links.ts';

type Owner = Exclude<OwnerType, 'VIDEO'>;

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const hm = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .nullable();
const screenBody = z.object({ deviceId: id });
const saveBody = z.object({
  links: z
    .array(
      z.object({
        ownerId: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
        deviceId: id,
        sort: z.int().min(0).max(999),
      }),
    )
    .max(5_000),
  digest: z.string().max(64),
});
const layoutBody = z.object({
  deviceId: id,
  ratio: z.enum(['WIDE', 'TALL']),
  restaurantId: id.nullable(),
  panels: z
    .array(
      z
        .object({ key: z.enum(panels.map(({ value }) => value)), seconds: z.int().min(5).max(600), from: hm, to: hm })
        .refine((one) => (one.from === null) === (one.to === null)),
    )
    .max(panels.length)
    .refine((list) => new Set(list.map((one) => one.key)).size === list.length),
});

async function save(ctx: Ctx, owner: Owner, links: readonly LinkSaid[], digest: string): Promise<Refusal | null> {
  if (digestOf(await linksOf(ctx, owner)) !== digest) return refuse(displayRefusals.LINK_STALE);
  const no = await refuseScreens(ctx, [...new Set(links.map((one) => one.deviceId))], 'links');
  if (no) return no;
  const known = new Set((await ownersOf(ctx, owner)).map((one) => one.id));
  if (links.some((one) => !known.has(one.ownerId))) return refuse(displayRefusals.LINK_UNKNOWN);
  await writeLinks(ctx, owner, links);
  await ctx.audit({ action: '保存公示关联', targetName: `${links.length} 项` });
  return null;
}

async function saveLayout(ctx: Ctx, { deviceId, ratio, restaurantId, panels: told }: z.infer<typeof layoutBody>) {
  const no = await refuseScreens(ctx, [deviceId], 'deviceId');
  if (no) return no;
  if (restaurantId !== null) {
    const place = await ctx.db.selectFrom('restaurant').select('id').where('id', '=', restaurantId).executeTakeFirst();
    if (!place) return refuse('NOT_FOUND');
  }
  const said = {
    ratio,
    restaurant_id: restaurantId,
    panels: JSON.stringify(told) as never,
    updated_at: isoAt(ctx.clock.now()),
    updated_name: ctx.session.name,
  };
  await ctx.db
    .insertInto('screen_layout')
    .values({ organization_id: ownOrganization(ctx), device_id: deviceId, version: 1, ...said })
    .onConflict((conflict) => conflict.columns(['organization_id', 'device_id']).doUpdateSet(said))
    .execute();
  await ctx.audit({ action: '保存屏幕版式', targetId: deviceId, targetName: `${told.length} 个栏目` });
  return null;
}

/** The screen's name, or NOT_A_SCREEN. */
async function screenNamed(ctx: Ctx, deviceId: number): Promise<string | Refusal> {
  const no = await refuseScreens(ctx, [deviceId], 'deviceId');
  return no ?? (await screensOf(ctx)).find((screen) => screen.id === deviceId)!.name;
}

async function giveAddress(ctx: Ctx, deviceId: number): Promise<{ path: string } | Refusal> {
  const name = await screenNamed(ctx, deviceId);
  if (typeof name !== 'string') return name;
  const code = await openCode(ctx, board, { organizationId: ownOrganization(ctx), subject: String(deviceId) });
  await ctx.audit({ action: '生成大屏网址', targetId: deviceId, targetName: name });
  return { path: openPath(board, code) };
}

async function endAddress(ctx: Ctx, deviceId: number): Promise<Refusal | null> {
  const name = await screenNamed(ctx, deviceId);
  if (typeof name !== 'string') return name;
  const of = { organizationId: ownOrganization(ctx), subject: String(deviceId) };
  if (!(await revokeCode(ctx, board, of))) return refuse('NOT_NOW', { why: `「${name}」还没有大屏网址` });
  await ctx.audit({ action: '停用大屏网址', targetId: deviceId, targetName: name });
  return null;
}

// biome-ignore lint/complexity/noBannedTypes: such a page has no fields.
export const bindLinks = (spec: PageSpec<{}>, owner: Owner) =>
  bind(spec, {
    verbs: {
      grid: (ctx) => readGrid(ctx, owner),
      save: withBody(saveBody, (ctx, { links, digest }) => save(ctx, owner, links, digest)),
      layout: withBody(layoutBody, (ctx, body) => saveLayout(ctx, body)),
      address: withBody(screenBody, (ctx, { deviceId }) => giveAddress(ctx, deviceId)),
      endAddress: withBody(screenBody, (ctx, { deviceId }) => endAddress(ctx, deviceId)),
    },
    bodies: { grid: nothing },
    reads: ['grid'],
  });

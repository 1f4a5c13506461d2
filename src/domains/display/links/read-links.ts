/** The grid of owners and screens, with how far what is published has come. */
import { createHash } from 'node:crypto';
import { openPath } from '../../../kit/define/open-page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { standingCodes } from '../../../kit/server/open/codes.ts';
import { onlineSeconds } from '../../device/public.server.ts';
import board from '../screens/open/board.open.ts';
import { type PanelTold, plainLayout } from '../screens/panel-words.ts';
import '../tables.ts';
import type { OwnerType } from './owner-types.ts';
import type { LinkSaid } from './write-links.ts';

export interface LinkGrid {
  owners: { id: number; name: string; note: string }[];
  screens: {
    id: number;
    name: string;
    place: string;
    online: boolean;
    /** Does it have the newest content? Null: nothing was published to it yet. */
    current: boolean | null;
    ratio: 'WIDE' | 'TALL';
    restaurantId: number | null;
    panels: PanelTold[];
    /** Address in a browser, below the site's own; null: none given out. */
    path: string | null;
  }[];
  links: LinkSaid[];
  /** Of what was read: saving over what another saved meanwhile is refused. */
  digest: string;
}

const owners: Readonly<Record<Exclude<OwnerType, 'VIDEO'>, string>> = {
  // What the unit publishes is one thing, whatever version of it holds.
  UNIT: `select 0::bigint as id, '单位信息' as name, coalesce((select u.license_no from unit_information u
    where u.organization_id = $1 order by u.from_date desc, u.id desc limit 1), '还没有登记') as note`,
  OFFICER: `select id, name, case kind when 'PRINCIPAL' then '主要负责人' when 'DIRECTOR' then '食品安全总监' else '食品安全员' end as note
    from safety_officer where organization_id = $1 and status = 'NORMAL' order by name, id`,
  INSPECTOR: `select id, name, unit as note from inspector where organization_id = $1 and status = 'NORMAL' order by name, id`,
};

export const digestOf = (links: readonly LinkSaid[]): string =>
  createHash('sha256')
    .update(
      links
        .map((one) => `${one.ownerId}/${one.deviceId}/${one.sort}`)
        .sort()
        .join(','),
    )
    .digest('hex');

export async function linksOf(ctx: Ctx, type: OwnerType): Promise<LinkSaid[]> {
  return ctx.db
    .selectFrom('display_link')
    .select(['owner_id as ownerId', 'device_id as deviceId', 'sort'])
    .where('owner_type', '=', type)
    .orderBy('device_id')
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** The owners of a page. */
export async function ownersOf(ctx: Ctx, type: Exclude<OwnerType, 'VIDEO'>): Promise<LinkGrid['owners']> {
  const { rows } = await sqlOf(ctx.db).query<LinkGrid['owners'][number]>(owners[type], [ownOrganization(ctx)]);
  return rows;
}

export async function readGrid(ctx: Ctx, type: Exclude<OwnerType, 'VIDEO'>): Promise<LinkGrid> {
  const organizationId = ownOrganization(ctx);
  const { rows: screens } = await sqlOf(ctx.db).query<
    Omit<LinkGrid['screens'][number], 'path' | 'panels'> & { panels: PanelTold[] | null }
  >(
    `select d.id, d.name, coalesce(s.name, '未绑定部署点') as place,
       coalesce(b.last_beat_at > $2::timestamptz - make_interval(secs => $3), false) as online,
       case when w.version is not null then coalesce(k.has, 0) >= w.version end as current,
       coalesce(y.ratio, 'WIDE') as ratio, y.restaurant_id as "restaurantId", y.panels
     from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
       left join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
       left join device_beat b on b.device_id = d.id
       left join screen_layout y on y.organization_id = d.organization_id and y.device_id = d.id
       left join device_doc w on w.organization_id = d.organization_id and w.device_id = d.id and w.kind = 'SCREEN'
       left join device_doc_ack k on k.organization_id = d.organization_id and k.device_id = d.id and k.kind = 'SCREEN'
     where d.organization_id = $1 and d.status = 'ACTIVE' order by d.name, d.id`,
    [organizationId, isoAt(ctx.clock.now()), onlineSeconds],
  );
  const codes = await standingCodes(ctx, board, organizationId);
  const links = await linksOf(ctx, type);
  return {
    owners: await ownersOf(ctx, type),
    screens: screens.map((screen) => {
      const code = codes.get(String(screen.id))?.code;
      return { ...screen, panels: screen.panels ?? [...plainLayout], path: code ? openPath(board, code) : null };
    }),
    links,
    digest: digestOf(links),
  };
}

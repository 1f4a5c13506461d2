/** A line of the day's sheet: does every screen show the newest of what is published? */
import { ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type AutoItems, standing } from '../../control/public.server.ts';

/** None for a unit without screens. */
export const screenItems: AutoItems = async (ctx) => {
  const { rows } = await sqlOf(ctx.db).query<{ screens: number; behind: number }>(
    `select count(*)::int as screens, count(*) filter (where w.version is not null and coalesce(k.has, 0) < w.version)::int as behind
     from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
       left join device_doc w on w.organization_id = d.organization_id and w.device_id = d.id and w.kind = 'SCREEN'
       left join device_doc_ack k on k.organization_id = d.organization_id and k.device_id = d.id and k.kind = 'SCREEN'
     where d.organization_id = $1 and d.status = 'ACTIVE'`,
    [ownOrganization(ctx)],
  );
  const { screens, behind } = rows[0]!;
  return screens === 0 ? [] : [standing('screens', '公示屏', `${screens} 块，内容不是最新 ${behind} 块`, behind > 0)];
};

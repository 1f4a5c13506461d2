/** 宣传视频. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { createVideo, pushVideo, updateVideo } from '../save-video.ts';
import spec, { codecs } from './ad_video.page.ts';

const shownStatus = (today: string) =>
  sql`case when v.status = 'PLAYING' and v.to_date < ${today}::date then 'ENDED'
    when v.status = 'PLAYING' and v.from_date > ${today}::date then 'DRAFT' else v.status end`;
const linksOf = sql`from display_link l where l.organization_id = v.organization_id and l.owner_type = 'VIDEO' and l.owner_id = v.id`;

export default bind(spec, {
  list: over(
    spec,
    'ad_video as v',
    {
      version: true,
      columns: {
        picture: sql`case when v.kind = 'IMAGE' then v.file end`,
        film: sql`case when v.kind = 'VIDEO' then v.file end`,
        codec: sql`case v.codec ${sql.join(
          Object.entries(codecs).map(([code, name]) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
          sql` `,
        )} else v.codec end`,
        hours: sql`case when v.from_time is null then '全天' else v.from_time || '–' || v.to_time end`,
        deviceIds: sql`(select coalesce(json_agg(l.device_id order by l.device_id), '[]'::json) ${linksOf})`,
        screens: sql`(select count(*)::int ${linksOf})`,
        effective: sql`(select count(*) filter (where coalesce(k.has, 0) >= w.version) || '/' || count(l.id)
          from display_link l
            left join device_doc w on w.organization_id = l.organization_id and w.device_id = l.device_id and w.kind = 'SCREEN'
            left join device_doc_ack k on k.organization_id = w.organization_id and k.device_id = w.device_id and k.kind = 'SCREEN'
          where l.organization_id = v.organization_id and l.owner_type = 'VIDEO' and l.owner_id = v.id)`,
        status: sql`now.status`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ status: string }>`(select ${shownStatus(dateAt(ctx.clock.now()))} as status)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  create: createVideo,
  update: updateVideo,
  actions: {
    push: pushVideo,
    disable: setColumn('ad_video', 'status', 'DISABLED', '停用'),
    enable: setColumn('ad_video', 'status', 'PLAYING', '启用'),
  },
});

/** 宣传视频. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Values } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { refuseScreens } from '../../links/screens-of.ts';
import { writeLinks } from '../../links/write-links.ts';
import { displayRefusals } from '../../refusals.ts';
import '../../tables.ts';
import { readFilm } from '../read-mp4.ts';
import spec, { codecs } from './ad_video.page.ts';

type Video = Values<typeof spec.fields>;

/** `columns`: what the file says of itself, written at creation. */
const crudOf = (columns: Record<string, unknown>) =>
  tableCrud(spec, {
    table: 'ad_video',
    nameField: 'title',
    skip: ['picture', 'film', 'seconds', 'deviceIds'],
    owner: (ctx) => ({ organization_id: ownOrganization(ctx), ...columns }),
  });

const plainKey = (file: string) => file.replace(/^.*\/files\//, '');

/** Its file with what the file says of itself; refused at its field. */
async function fileOf(ctx: Ctx, values: Video): Promise<{ file: string; seconds: number; codec: string } | Refusal> {
  if (values.kind === 'IMAGE') {
    if (!values.picture) return refuseField('picture', '请选择图片');
    return { file: values.picture, seconds: values.seconds ?? 15, codec: '' };
  }
  if (!values.film) return refuseField('film', '请选择视频文件');
  const facts = await readFilm(ctx.services.files, plainKey(values.film));
  if (!facts)
    return refuse(
      displayRefusals.VIDEO_CODEC,
      { title: values.title! },
      { film: '读不出时长与编码，请转成 H.264 的 mp4' },
    );
  return { file: values.film, seconds: Math.min(3_600, facts.seconds), codec: facts.codec };
}

const refuseTimes = ({ fromDate, toDate, fromTime, toTime }: Video): Refusal | undefined => {
  if (toDate && toDate < fromDate!) return refuseField('toDate', '结束日期不能早于开始日期');
  if (!fromTime !== !toTime)
    return refuseField(fromTime ? 'toTime' : 'fromTime', '每日的开始和结束要么都填，要么都不填');
  return undefined;
};

/** Links and state follow: what has screens plays from its first day on. */
async function place(ctx: Ctx, id: number, screenIds: readonly number[]): Promise<void> {
  const links = screenIds.map((deviceId) => ({ ownerId: id, deviceId, sort: 0 }));
  await writeLinks(ctx, 'VIDEO', links, id);
  await ctx.db
    .updateTable('ad_video')
    .set({ status: screenIds.length > 0 ? 'PLAYING' : 'DRAFT' })
    .where('id', '=', id)
    .where('status', '<>', 'DISABLED')
    .execute();
}

/** What the form says, checked, with the file's own facts. */
async function checked(ctx: Ctx, values: Video): ReturnType<typeof fileOf> {
  return refuseTimes(values) ?? (await refuseScreens(ctx, values.deviceIds ?? [], 'deviceIds')) ?? fileOf(ctx, values);
}

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
  create: async (ctx, values) => {
    const file = await checked(ctx, values);
    if (isRefusal(file)) return file;
    const made = await crudOf(file).create(ctx, values);
    if (!isRefusal(made)) await place(ctx, made.id, values.deviceIds ?? []);
    return made;
  },
  update: async (ctx, id, values, before) => {
    const file = await checked(ctx, values);
    if (isRefusal(file)) return file;
    const no = await crudOf({}).update(ctx, id, values, before);
    if (isRefusal(no)) return no;
    await ctx.db.updateTable('ad_video').set(file).where('id', '=', id).execute();
    await place(ctx, id, values.deviceIds ?? []);
    return no;
  },
  actions: {
    push: async (ctx, { rows, values }: ActionInput) => {
      const { id, title, toDate } = rows[0] as unknown as { id: number; title: string; toDate: string | null };
      if (toDate !== null && toDate < dateAt(ctx.clock.now()))
        return refuse(displayRefusals.VIDEO_ENDED, { title, date: toDate });
      const screenIds = values.screenIds as number[];
      const no = await refuseScreens(ctx, screenIds, 'screenIds');
      if (no) return no;
      await place(ctx, id, screenIds);
      await ctx.audit({ action: '推送视频', targetId: id, targetName: `${title}，${screenIds.length} 块屏幕` });
      return null;
    },
    disable: setColumn('ad_video', 'status', 'DISABLED', '停用'),
    enable: setColumn('ad_video', 'status', 'PLAYING', '启用'),
  },
});

/** 宣传视频: written with what the file says of itself, and placed on screens. */
import { dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput, Done, RowValues, Values } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { refuseScreens } from '../links/screens-of.ts';
import { writeLinks } from '../links/write-links.ts';
import { displayRefusals } from '../refusals.ts';
import '../tables.ts';
import spec from './pages/ad_video.page.ts';
import { readFilm } from './read-mp4.ts';

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

/** Refuses days and times that do not fit, screens of others, and a film whose length nobody can read. */
export async function createVideo(ctx: Ctx, values: Video): Promise<{ id: number } | Refusal> {
  const file = await checked(ctx, values);
  if (isRefusal(file)) return file;
  const made = await crudOf(file).create(ctx, values);
  if (!isRefusal(made)) await place(ctx, made.id, values.deviceIds ?? []);
  return made;
}

/** As `createVideo`, of one that stands. */
export async function updateVideo(ctx: Ctx, id: number, values: Video, before: RowValues): Promise<Done | Refusal> {
  const file = await checked(ctx, values);
  if (isRefusal(file)) return file;
  const no = await crudOf({}).update(ctx, id, values, before);
  if (isRefusal(no)) return no;
  await ctx.db.updateTable('ad_video').set(file).where('id', '=', id).execute();
  await place(ctx, id, values.deviceIds ?? []);
  return no;
}

/** 推送: places it on the chosen screens; refuses what has ended. */
export async function pushVideo(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { id, title, toDate } = rows[0] as unknown as { id: number; title: string; toDate: string | null };
  if (toDate !== null && toDate < dateAt(ctx.clock.now()))
    return refuse(displayRefusals.VIDEO_ENDED, { title, date: toDate });
  const screenIds = values.screenIds as number[];
  const no = await refuseScreens(ctx, screenIds, 'screenIds');
  if (no) return no;
  await place(ctx, id, screenIds);
  await ctx.audit({ action: '推送视频', targetId: id, targetName: `${title}，${screenIds.length} 块屏幕` });
  return null;
}

/** POST /media: a picture or a clip is announced with its size and hash, and gets the number its parts are sent under. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import { maxSeq } from '../records/sequences.ts';
import { dayBytes, isMediaKind, type MediaKind, maySendMedia, mediaKinds, partBytes } from './media-kinds.ts';

export interface MediaState {
  id: number;
  /** Bytes that are here: the next part begins there. */
  received: number;
  done: boolean;
}

const dayMs = 86_400_000;
/** Files nothing refers to are kept four days; one announced again later is sent again. */
const sameMs = 3 * dayMs;

interface Announced {
  kind: MediaKind;
  sha256: string;
  bytes: number;
  epoch: number;
  eventNo: number | null;
}

const isCount = (v: unknown, most: number): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= 1 && v <= most;

function read(body: unknown, epoch: number): Announced | Refusal {
  const bad = (detail: string) => refuse('BAD_MEDIA', { detail });
  const { kind, sha256, bytes, eventNo, epoch: of = epoch } = (body ?? {}) as Record<string, unknown>;
  if (!isMediaKind(kind)) return bad('kind 应为 PICTURE 或 CLIP');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return bad('sha256 应为 64 位小写十六进制');
  const { mostBytes, label } = mediaKinds[kind];
  if (!isCount(bytes, Number.MAX_SAFE_INTEGER)) return bad('bytes 应为正整数');
  if (bytes > mostBytes) return refuse('MEDIA_LARGE', { label, most: mostBytes / 1024 });
  if (eventNo !== undefined && !isCount(eventNo, maxSeq)) return bad('eventNo 应为事件流水号');
  if (!isCount(of, epoch)) return bad(`epoch 应为 1–${epoch}`);
  return { kind, sha256, bytes, epoch: of, eventNo: eventNo ?? null };
}

/** Why there is no room for it: the terminal's day is full, or the unit's clips are. Pictures always find room in the unit. */
async function refuseRoom(
  { pool, clock, config }: Pick<Services, 'pool' | 'clock' | 'config'>,
  { organizationId, deviceId }: KnownDevice['at'],
  { kind, bytes }: Announced,
): Promise<Refusal | undefined> {
  const { rows } = await pool.query<{ day: number; clips: number }>(
    `select coalesce((select sum(bytes) from media where organization_id = $1 and device_id = $2 and created_at > $3), 0)::bigint as day,
       case when $4 then coalesce((select sum(bytes) from media where organization_id = $1 and kind = 'CLIP'), 0) else 0 end::bigint as clips`,
    [organizationId, deviceId, isoAt(clock.now() - dayMs), kind === 'CLIP'],
  );
  const { day, clips } = rows[0]!;
  if (day + bytes > dayBytes) return refuse('MEDIA_DAY_FULL', { most: dayBytes / 1024 ** 3 });
  const unitMib = config.uploadQuota.unitMib;
  return kind === 'CLIP' && clips + bytes > unitMib * 1024 ** 2
    ? refuse('MEDIA_CLIPS_FULL', { most: unitMib })
    : undefined;
}

/** The same bytes of the same terminal keep their number: announced again, it says from where to go on. */
export async function announceMedia(
  services: Pick<Services, 'pool' | 'clock' | 'config' | 'ids' | 'random' | 'disk'>,
  known: KnownDevice,
  body: unknown,
): Promise<(MediaState & { partBytes: number }) | Refusal> {
  const { pool, clock, ids, random, disk } = services;
  const { organizationId, deviceId } = known.at;
  if (!maySendMedia(known.kind)) return refuse('BAD_MEDIA', { detail: '本类设备没有照片和视频' });
  const asked = read(body, known.epoch);
  if ('refused' in asked) return asked;
  const now = clock.now();
  const { rows } = await pool.query<MediaState>(
    `select id, received, done_at is not null as done from media
     where organization_id = $1 and device_id = $2 and sha256 = $3 and kind = $4 and bytes = $5 and created_at > $6
     order by id desc limit 1`,
    [organizationId, deviceId, asked.sha256, asked.kind, asked.bytes, isoAt(now - sameMs)],
  );
  const [same] = rows;
  if (same) return { ...same, partBytes };
  const no = (await disk.refuses('上传')) ?? (await refuseRoom(services, known.at, asked));
  if (no) return no;
  const id = await ids.next();
  const month = isoAt(now).slice(0, 7).replace('-', '');
  const key = `evidence/${month}/f${random.token(18)}.${mediaKinds[asked.kind].type}`;
  await pool.query(
    `insert into media (organization_id, id, device_id, kind, sha256, bytes, epoch, event_no, key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [organizationId, id, deviceId, asked.kind, asked.sha256, asked.bytes, asked.epoch, asked.eventNo, key, isoAt(now)],
  );
  return { id, received: 0, done: false, partBytes };
}

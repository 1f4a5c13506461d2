/** PUT /media/{id}?offset=: the parts of a picture or clip in their order; with the last one it is looked at and stored. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { detectType, headBytes } from '../../../kit/server/files/file-types.ts';
import { enterStored } from '../../../kit/server/files/save-upload.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import type { MediaState } from './announce-media.ts';
import { clipFacts } from './clip-facts.ts';
import { clipSeconds, type MediaKind, mediaKinds, partBytes } from './media-kinds.ts';

type Deps = Pick<Services, 'pool' | 'clock' | 'ids' | 'random' | 'files'>;

interface Media {
  id: number;
  kind: MediaKind;
  sha256: string;
  bytes: number;
  key: string;
  received: number;
  parts: string[];
  /** Keys of all that were sent, those that never counted too. */
  laid: string[];
  done: boolean;
}

async function find(pool: Deps['pool'], { organizationId, deviceId }: KnownDevice['at'], id: number) {
  const { rows } = await pool.query<Media>(
    `select id, kind, sha256, bytes, key, received, parts, laid, done_at is not null as done from media
     where organization_id = $1 and device_id = $2 and id = $3`,
    [organizationId, deviceId, id],
  );
  return rows[0];
}

/** What is wrong with the whole content; undefined where it is what was announced. */
function faultOf({ kind, sha256 }: Media, content: Buffer): Refusal | undefined {
  const { type, label } = mediaKinds[kind];
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    return refuse('MEDIA_WRONG', { detail: '内容与 sha256 不符，请重新上传' });
  if (!detectType(content.subarray(0, headBytes), `x.${type}`, [type]))
    return refuse('MEDIA_WRONG', { detail: `内容不是${label}（${type}）` });
  if (kind === 'PICTURE') return undefined;
  const facts = clipFacts(content);
  if (!facts) return refuse('MEDIA_WRONG', { detail: '视频无法读取' });
  if (!facts.codec.startsWith('avc')) return refuse('MEDIA_WRONG', { detail: '视频须为 H.264 编码' });
  // What cameras round up to a whole frame is no longer clip.
  return facts.seconds > clipSeconds + 1
    ? refuse('MEDIA_WRONG', { detail: `视频长 ${Math.round(facts.seconds)} 秒，最多 ${clipSeconds} 秒` })
    : undefined;
}

/** The parts that lie there and the last one behind them; undefined where another request has finished with them. */
async function wholeOf({ files }: Deps, keys: readonly string[], last: Buffer): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (const key of keys) {
    const part = await files.get(key);
    if (!part) return undefined;
    parts.push(await buffer(part.stream));
  }
  return Buffer.concat([...parts, last]);
}

/** Stores the whole, or forgets its parts so that it can be sent again. */
async function finish(deps: Deps, known: KnownDevice, media: Media, content: Buffer): Promise<MediaState | Refusal> {
  const { organizationId, name } = known.at;
  const where = [organizationId, media.id];
  const fault = faultOf(media, content);
  if (fault)
    await deps.pool.query(
      `update media set received = 0, parts = '{}', laid = '{}' where organization_id = $1 and id = $2`,
      where,
    );
  else {
    // Entered before it lies there: should the process end in between and the terminal never come again, the sweep finds it.
    await enterStored(
      deps,
      { accountId: null, unitType: 'ORGANIZATION', unitId: organizationId },
      {
        key: media.key,
        name: `${name}-${media.id}.${mediaKinds[media.kind].type}`,
        size: content.length,
        sha256: media.sha256,
      },
    );
    await deps.files.put(media.key, content);
    await deps.pool.query(
      `update media set received = bytes, parts = '{}', laid = '{}', done_at = $3 where organization_id = $1 and id = $2`,
      [...where, isoAt(deps.clock.now())],
    );
  }
  for (const key of new Set([...media.parts, ...media.laid])) await deps.files.remove(key);
  return fault ?? { id: media.id, received: media.bytes, done: true };
}

/** Takes the next part; one sent twice or out of turn changes nothing, the answer says from where to go on. */
export async function takeMediaPart(
  deps: Deps,
  known: KnownDevice,
  part: { id: string; offset: string | undefined; content: Buffer },
): Promise<MediaState | Refusal> {
  const id = Number(part.id);
  const offset = Number(part.offset ?? '');
  const media = Number.isSafeInteger(id) ? await find(deps.pool, known.at, id) : undefined;
  if (!media) return refuse('NOT_FOUND');
  if (part.offset === undefined || !/^\d+$/.test(part.offset) || offset >= media.bytes)
    return refuse('BAD_MEDIA', { detail: `offset 应为 0–${media.bytes - 1}` });
  const state = ({ received, done }: Media): MediaState => ({ id, received, done });
  if (media.done || offset !== media.received) return state(media);
  const { content } = part;
  const end = offset + content.length;
  const right = content.length > 0 && content.length <= partBytes && end <= media.bytes;
  if (!right) return refuse('BAD_MEDIA', { detail: '这一块的长度不对' });
  if (end === media.bytes) {
    // The last part is not noted down before the whole is stored: after a crash the terminal sends it again.
    const whole = await wholeOf(deps, media.parts, content);
    return whole ? finish(deps, known, media, whole) : state((await find(deps.pool, known.at, id))!);
  }
  const key = `part/m${id}/p${deps.random.token(12)}.bin`;
  // Named before it is there: should the process end in between, it goes with the whole.
  await deps.pool.query('update media set laid = laid || $3::text where organization_id = $1 and id = $2', [
    known.at.organizationId,
    id,
    key,
  ]);
  await deps.files.put(key, content);
  const taken = await deps.pool.query(
    `update media set received = $5, parts = parts || $6::text
     where organization_id = $1 and device_id = $2 and id = $3 and received = $4 and done_at is null`,
    [known.at.organizationId, known.at.deviceId, id, offset, end, key],
  );
  if (taken.rowCount !== 1) await deps.files.remove(key);
  return state((await find(deps.pool, known.at, id))!);
}

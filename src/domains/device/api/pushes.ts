/** Pushes over the device API: items come with the people, pictures are fetched one by one, results are answered. */
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  type FaceOnDevice,
  finishPushes,
  noteInventory,
  type PushOut,
  type PushResult,
  pushedFace,
  takeInventory,
  takePushes,
} from '../../people/public.server.ts';
import type { KnownDevice } from '../directory.ts';
import { readFacesTold } from './faces-told.ts';
import '../refusals.ts';

const mostPushes = 200;
const mostResults = 500;

/** The items this terminal should take over now; `asked` is what its query says, undefined for terminals that take none. */
export async function pushesFor(
  services: Services,
  known: KnownDevice,
  asked: string | undefined,
): Promise<{ pushes?: PushOut[] } | Refusal> {
  if (asked === undefined) return {};
  const limit = Number(asked);
  if (!Number.isSafeInteger(limit) || limit < 0) return refuse('MALFORMED', { detail: 'pushes 应为不小于 0 的整数' });
  if (limit === 0) return { pushes: [] };
  const { organizationId, deviceId } = known.at;
  return {
    pushes: await takePushes(
      services.pool,
      organizationId,
      deviceId,
      services.clock.now(),
      Math.min(limit, mostPushes),
    ),
  };
}

const isResult = (v: unknown): v is { id: number; ok: boolean; code?: string; message?: string } => {
  const r = v as Partial<PushResult> | null;
  return (
    typeof r === 'object' &&
    r !== null &&
    Number.isSafeInteger(r.id) &&
    typeof r.ok === 'boolean' &&
    typeof (r.code ?? '') === 'string' &&
    typeof (r.message ?? '') === 'string'
  );
};
const clean = (text: string, most: number) => text.replaceAll('\u0000', '').slice(0, most);

/** `{taken}`: how many results changed something; repeated ones do not. */
export async function answerPushes(
  services: Services,
  known: KnownDevice,
  body: unknown,
  signature: string,
): Promise<{ taken: number } | Refusal> {
  const told = readFacesTold(body);
  if (typeof told === 'string') return refuse('BAD_RECORD', { detail: told });
  const results = (body as { results?: unknown } | null)?.results;
  if (!Array.isArray(results) || results.length > mostResults || !results.every(isResult))
    return refuse('BAD_RECORD', { detail: `results 应为最多 ${mostResults} 项 {id, ok, code, message}` });
  const { organizationId, deviceId } = known.at;
  const read = results.map((r) => ({
    id: r.id,
    ok: r.ok,
    code: clean(r.code ?? 'FAILED', 40),
    message: clean(r.message ?? '', 200),
  }));
  const now = services.clock.now();
  const witnessed = told && { ...told, signature };
  return { taken: await finishPushes(services.pool, organizationId, deviceId, read, now, witnessed) };
}

const mostFaces = 50_000;
const isFace = (v: unknown): v is FaceOnDevice => {
  const face = v as Partial<FaceOnDevice> | null;
  return (
    typeof face === 'object' &&
    face !== null &&
    Number.isSafeInteger(face.personId) &&
    Number.isSafeInteger(face.version)
  );
};

/** POST /faces: all the terminal holds; it is told whom to delete at once, and what it lacks is sent again. */
export async function answerFaces(
  services: Services,
  known: KnownDevice,
  body: unknown,
): Promise<{ remove: number[]; missing: number } | Refusal> {
  const faces = (body as { faces?: unknown } | null)?.faces;
  const told = readFacesTold(body);
  if (!Array.isArray(faces) || faces.length > mostFaces || !faces.every(isFace) || !told || typeof told === 'string')
    return refuse('BAD_RECORD', { detail: `应为 faceCount、faceDigest 与最多 ${mostFaces} 项 {personId, version}` });
  const { organizationId, deviceId } = known.at;
  const now = services.clock.now();
  return services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    await noteInventory(db, organizationId, deviceId, told, now, 'now');
    return takeInventory(db, organizationId, deviceId, faces, now);
  });
}

/** The picture of an item this terminal was given, base64. */
export async function pushPicture(services: Services, known: KnownDevice, push: string | undefined) {
  const id = Number(push);
  if (!Number.isSafeInteger(id) || id < 1) return refuse('MALFORMED', { detail: 'push 应为下发任务的 id' });
  const { organizationId, deviceId } = known.at;
  const face = await pushedFace(services.pool, organizationId, deviceId, id);
  const file = face && (await services.files.get(face.imageKey));
  if (!face || !file) return refuse('NOT_FOUND');
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Buffer);
  const { personId, version, imageKey } = face;
  return {
    personId,
    version,
    format: imageKey.endsWith('.png') ? 'png' : 'jpg',
    image: Buffer.concat(chunks).toString('base64'),
  };
}

/** Upload and delivery over HTTP: `POST /upload` (also `/api/upload`, in parts below it) and `GET /files/*`. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer, refused } from '../http/envelope.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { typeOfExtension } from './file-types.ts';
import { findStoredFile, keptWithin, saveUpload } from './save-upload.ts';
import { isFileKey } from './store.ts';
import { registerUploadParts } from './upload-parts-route.ts';
import { largestUploadBytes, uploadRefusals } from './upload-rules.ts';
import { fileUrl, isOpen, ownUnitReads, type Reader, type UploadRouteOptions } from './upload-sender.ts';

/** Purposes whose files go out under `/files`; exports have a door of their own. A sheet that was read stays with its document. */
const delivered = new Set([
  'public',
  'image',
  'attachment',
  'face',
  'signature',
  'video',
  'app',
  'evidence',
  'bill',
  'import',
]);

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = refused(refusal);
  return reply.status(status).send(body);
}

/** One range `bytes=a-b` within `size`; undefined when there is none to honour. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  return start <= end && start < size ? { start, end } : undefined;
}

async function deliver(
  options: UploadRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = (request.params as { '*': string })['*'];
  const purpose = key.split('/')[0]!;
  const type = typeOfExtension(key.split('.').at(-1) ?? '');
  if (!isFileKey(key) || !delivered.has(purpose) || !type) return sendRefusal(reply, refuse('NOT_FOUND'));
  let name: string | undefined;
  let watches: Reader['watches'] | undefined;
  if (!isOpen(purpose)) {
    const who = await options.authorize(request);
    if (isRefusal(who)) return sendRefusal(reply, who);
    const file = await findStoredFile(options.sql, key);
    const own = ownUnitReads(purpose) && file?.unitType === who.unitType && file.unitId === who.unitId;
    if (!file || !(own || (purpose !== 'face' && (await who.sees(key)))))
      return sendRefusal(reply, refuse('NOT_FOUND'));
    name = file.name;
    if (purpose === 'evidence' && type.mime.startsWith('video/')) watches = who.watches;
  }
  const stat = await options.store.stat(key);
  if (!stat) return sendRefusal(reply, refuse('NOT_FOUND'));
  const range = readRange(request.headers.range, stat.size);
  const file = await options.store.get(key, range);
  if (!file) return sendRefusal(reply, refuse('NOT_FOUND'));
  if (!range?.start) await watches?.(key, name ?? key);
  reply
    .type(type.mime)
    .header('accept-ranges', 'bytes')
    .header('content-length', file.size)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', isOpen(purpose) ? 'public, max-age=31536000, immutable' : 'private, no-store');
  if (isOpen(purpose)) reply.header('access-control-allow-origin', '*').header('etag', `"${key}"`);
  else reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name ?? key)}`);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stat.size}`);
  return reply.send(file.stream);
}

async function receive(
  options: UploadRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = await options.authorize(request);
  if (isRefusal(who)) return sendRefusal(reply, who);
  const part = request.isMultipart() ? await request.file() : undefined;
  if (!part) return sendRefusal(reply, refuse(uploadRefusals.UPLOAD_NO_FILE));
  const { purpose } = request.query as { purpose?: string };
  const saved = await saveUpload(options, who, { name: part.filename, stream: part.file, purpose }, who.gate);
  const stored = isRefusal(saved) ? saved : await keptWithin(options, saved, who.gate);
  const result = isRefusal(stored) ? stored : { ...stored, url: fileUrl(options.imageHost, stored.key) };
  const { status, body } = answer(result);
  return reply.status(status).send(who.token ? { ...body, token: who.token } : body);
}

/** Adds the routes. Multipart bodies are understood on these routes alone. */
export async function registerUpload(app: FastifyInstance, options: UploadRouteOptions): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 10_000, parts: 11, fileSize: largestUploadBytes + 1 },
    });
    registerUploadParts(scope, options);
    for (const path of ['/upload', '/api/upload'])
      scope.post(
        path,
        { bodyLimit: largestUploadBytes + 1024 * 1024, config: { takesFiles: true } },
        (request, reply) => receive(options, request, reply),
      );
    for (const path of ['/files/*', '/api/files/*'])
      scope.get(path, (request, reply) => deliver(options, request, reply));
  });
}

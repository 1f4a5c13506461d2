/** Uploads in parts over HTTP: `POST /upload/start`, `/upload/part?token=&offset=`, `/upload/state`, `/upload/finish`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answer } from '../http/envelope.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { finishUpload, partBytes, startUpload, takePart, uploadState } from './upload-parts.ts';
import { fileUrl, type Sender, type UploadRouteOptions } from './upload-sender.ts';

const startBody = z.object({ name: z.string().max(1000), size: z.number(), purpose: z.string().max(20).nullish() });
const tokenBody = z.object({ token: z.string().max(60) });
const partQuery = z.object({ token: z.string().max(60), offset: z.coerce.number().int().min(0) });

const unreadable = () => refuse('MALFORMED', { detail: '上传参数不正确' });

/** Adds the routes to a scope of their own: only there a body of bare bytes is understood. */
export function registerUploadParts(scope: FastifyInstance, options: UploadRouteOptions): void {
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: partBytes },
    (_request, body, done) => done(null, body),
  );
  const calls: Record<string, (who: Sender, request: FastifyRequest) => Promise<unknown>> = {
    start: async (who, request) => {
      const { success, data } = startBody.safeParse(request.body);
      return success
        ? startUpload(options, who, { ...data, purpose: data.purpose ?? undefined }, who.gate)
        : unreadable();
    },
    part: async (who, request) => {
      const { success, data } = partQuery.safeParse(request.query);
      if (!success || !Buffer.isBuffer(request.body)) return unreadable();
      const sha256 = request.headers['x-part-sha256'];
      return takePart(options, who, {
        ...data,
        content: request.body,
        sha256: typeof sha256 === 'string' ? sha256 : undefined,
      });
    },
    state: async (who, request) => {
      const { success, data } = tokenBody.safeParse(request.body);
      return success ? uploadState(options, who, data.token) : unreadable();
    },
    finish: async (who, request) => {
      const { success, data } = tokenBody.safeParse(request.body);
      if (!success) return unreadable();
      const stored = await finishUpload(options, who, data.token, who.gate);
      return isRefusal(stored) ? stored : { ...stored, url: fileUrl(options.imageHost, stored.key) };
    },
  };
  for (const [name, call] of Object.entries(calls))
    for (const prefix of ['/upload', '/api/upload'])
      scope.post(
        `${prefix}/${name}`,
        { config: { summary: summaries[name]!, takesFiles: name === 'part' } },
        async (request, reply) => {
          const who = await options.authorize(request);
          const result = isRefusal(who) ? who : await call(who, request);
          const { status, body } = answer(result);
          return reply.status(status).send(!isRefusal(who) && who.token ? { ...body, token: who.token } : body);
        },
      );
}

const summaries: Record<string, string> = {
  start: '分块上传：开始（{name, size, purpose}）',
  part: '分块上传：一块（application/octet-stream，?token=&offset=，X-Part-Sha256）',
  state: '分块上传：已收到多少（{token}）',
  finish: '分块上传：合成文件（{token}）',
};

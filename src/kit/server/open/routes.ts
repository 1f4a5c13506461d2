/**
 * Open pages over HTTP: the same small document at `/m/…` and `/screen/…`, whatever the code, and what it shows by
 * `POST /api/m/<name>` `{code}`, what is said to it by `POST /api/m/<name>/answer`; its pictures and films at `GET /api/m/<name>/picture/<key>` with the code in a header, so that it is in
 * no log. No session, no cookie; strangers are slowed down by address and by code.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { typeOfExtension } from '../files/file-types.ts';
import { isFileKey } from '../files/store.ts';
import { answer } from '../http/envelope.ts';
import { rateWindow } from '../http/rate-window.ts';
import { openHeaders } from '../http/security-headers.ts';
import { defineRefusals, isRefusal, type Refusal, refuse } from '../refusal.ts';
import { codeSubject } from './codes.ts';
import type { OpenBound } from './registry.ts';
import { scanBook } from './scan-book.ts';

export const openRefusals = defineRefusals({
  OPEN_GONE: { errorcode: 1360, status: 404, message: '页面不存在、已过期或已停用' },
});

const windowMs = 60_000;
/** Readings per minute: a canteen's phones share an address, a code is one slip or one wall unless its page says more. */
export const openLimits = { perAddress: 600, perCode: 60, missesPerAddress: 20, picturesPerAddress: 6_000 } as const;
const pictureSeconds = 86_400;
const mostKept = 1_000;
const codePattern = /^[\w-]{22}$/;

interface Kept {
  until: number;
  data: Promise<object | undefined>;
}

/** Adds the routes. */
export function registerOpenPages(app: FastifyInstance, services: Services, pages: readonly OpenBound[]): void {
  const byName = new Map(pages.map((one) => [`${one.page.on}/${one.page.name}`, one]));
  const { clock, pool } = services;
  const addresses = rateWindow(clock, { max: openLimits.perAddress, windowMs });
  const codes = new Map(
    pages.map(({ page }) => [
      page.name,
      rateWindow(clock, { max: page.readingsPerMinute ?? openLimits.perCode, windowMs }),
    ]),
  );
  const pictures = rateWindow(clock, { max: openLimits.picturesPerAddress, windowMs });
  const scans = scanBook(services);
  app.addHook('onClose', scans.close);
  const misses = rateWindow(clock, { max: openLimits.missesPerAddress, windowMs });
  const guessing = new Map<string, number>();
  let kept = new Map<string, Kept>();

  const tooOften = () => refuse('TOO_MANY', { seconds: windowMs / 1000 });
  /** Nothing there; who asks for that again and again is let alone for the rest of the minute. */
  const gone = (ip: string): Refusal => {
    if (!misses.take(ip)) {
      if (guessing.size >= mostKept) guessing.clear();
      guessing.set(ip, Math.floor(clock.now() / windowMs));
    }
    return refuse(openRefusals.OPEN_GONE);
  };

  /** One reading serves all who come with the code for a while; that the code still stands is asked every time. */
  const reading = (bound: OpenBound, code: string, of: Parameters<OpenBound['read']>[1]) => {
    const now = clock.now();
    const known = kept.get(code);
    if (known && known.until > now) return known.data;
    if (kept.size >= mostKept) kept = new Map();
    const data = bound.read(services, of);
    kept.set(code, { until: now + bound.page.freshSeconds * 1000, data });
    data.catch(() => kept.delete(code));
    return data;
  };

  const guesses = (ip: string) => guessing.get(ip) === Math.floor(clock.now() / windowMs);

  /** What the code shows on the page asked for, and the page. */
  const shown = async (on: 'm' | 'screen', request: FastifyRequest, code: unknown, counted: boolean) => {
    const { ip } = request;
    const bound = byName.get(`${on}/${(request.params as { name: string }).name}`);
    if (!bound || typeof code !== 'string' || !codePattern.test(code)) return gone(ip);
    const of = await codeSubject(pool, bound.page, code, clock.now());
    if (!of) return gone(ip);
    if (counted && !codes.get(bound.page.name)!.take(code)) return tooOften();
    const data = await reading(bound, code, of);
    return data ? { bound, data, of } : gone(ip);
  };

  const read = async (on: 'm' | 'screen', request: FastifyRequest): Promise<object | Refusal> => {
    if (!addresses.take(request.ip) || guesses(request.ip)) return tooOften();
    const code = (request.body as { code?: unknown } | null)?.code;
    const found = await shown(on, request, code, true);
    if (!isRefusal(found) && found.bound.page.counted)
      scans.note(String(code), `${request.ip} ${request.headers['user-agent'] ?? ''}`);
    return isRefusal(found) ? found : { ...found.data, readAt: clock.now() };
  };

  /** Takes what whoever holds the code says to the page, which then is read anew. */
  const say = async (on: 'm' | 'screen', request: FastifyRequest): Promise<object | Refusal> => {
    if (!addresses.take(request.ip) || guesses(request.ip)) return tooOften();
    const { code, ...body } = (request.body ?? {}) as Record<string, unknown>;
    const found = await shown(on, request, code, true);
    if (isRefusal(found)) return found;
    if (!found.bound.answer) return gone(request.ip);
    const no = await found.bound.answer(services, found.of, body);
    kept.delete(code as string);
    return no ?? {};
  };

  /** The type and key of a picture or film the code's page names. */
  const picture = async (on: 'm' | 'screen', request: FastifyRequest) => {
    if (!pictures.take(request.ip) || guesses(request.ip)) return tooOften();
    const found = await shown(on, request, request.headers['x-open-code'], false);
    if (isRefusal(found)) return found;
    const key = (request.params as { '*': string })['*'];
    const type = typeOfExtension(key.split('.').at(-1) ?? '');
    const named = found.bound.pictures?.(found.data).includes(key) && isFileKey(key);
    return named && type && /^(image|video)\//.test(type.mime) ? { key, mime: type.mime } : gone(request.ip);
  };

  const page = (_request: FastifyRequest, reply: FastifyReply) => {
    for (const [name, value] of Object.entries(openHeaders)) reply.header(name, value);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').sendFile('open.html');
  };

  for (const on of ['m', 'screen'] as const) {
    for (const [url, summary, handle] of [
      [`/api/${on}/:name`, '公开页面的内容（{code}）', read],
      [`/api/${on}/:name/answer`, '持码人对公开页面的答复（{code, …}）', say],
    ] as const)
      app.post(url, { config: { summary } }, async (request, reply) => {
        const result = await handle(on, request);
        const { status, body } = answer(result);
        if (isRefusal(result) && status === 429) reply.header('retry-after', windowMs / 1000);
        return reply.status(status).send(body);
      });
    app.get(
      `/api/${on}/:name/picture/*`,
      { config: { summary: '公开页面里的图片、视频（请求头 x-open-code）' } },
      async (request, reply) => {
        const found = await picture(on, request);
        const file = isRefusal(found) ? undefined : await services.files.get(found.key);
        if (isRefusal(found) || !file) {
          const { status, body } = answer(isRefusal(found) ? found : gone(request.ip));
          if (status === 429) reply.header('retry-after', windowMs / 1000);
          return reply.status(status).send(body);
        }
        // A picture never changes under its key; the phone that fetched it keeps it for a day.
        return reply
          .type(found.mime)
          .header('content-length', file.size)
          .header('cache-control', `private, max-age=${pictureSeconds}`)
          .header('vary', 'x-open-code')
          .send(file.stream);
      },
    );
    // Without a built console there is no document to send.
    if (app.hasReplyDecorator('sendFile')) {
      app.get(`/${on}`, page);
      app.get(`/${on}/*`, page);
    }
  }
}

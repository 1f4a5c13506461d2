import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../page/registry.ts';
import { createApp } from './app.ts';
import { registerDocs } from './docs.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const apps: FastifyInstance[] = [];

async function listening(routes: (app: FastifyInstance) => void, bodyTimeoutMs?: number, maps = false) {
  const app = await createApp({
    log,
    health: async () => ({ ok: true }),
    ready: async () => true,
    trustProxy: ['loopback'],
    sources: { imageHost: 'https://img.example.cn', maps },
    ...(bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs }),
  });
  apps.push(app);
  routes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** What comes back over a bare connection until the other side hangs up. */
async function said(port: number, ...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  for (const line of lines) socket.write(line);
  await once(socket, 'close');
  return text;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

describe('the server', () => {
  it('answers what is in flight when it is told to stop, and hangs up then', async () => {
    let began!: () => void;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    let finish!: () => void;
    const { app, port } = await listening((on) => {
      on.post('/api/book', async () => {
        began();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { errorcode: 0, data: 'booked' };
      });
    });
    const request = `POST /api/book HTTP/1.1\r\nhost: here\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n`;
    const answer = said(port, request);
    await begun;
    const closed = app.close();
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 200[\s\S]*booked/);
    await closed;
  });

  it('gives up a body that never ends, in the envelope', async () => {
    const { port } = await listening((on) => void on.post('/api/form', async () => ({ errorcode: 0 })), 50);
    const answer = await said(
      port,
      'POST /api/form HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408[\s\S]*"errormsg":"请求格式不正确：内容没有在限定时间内传完"/);
  });

  it('lets no body of a form take the time of a file', async () => {
    const { port } = await listening((on) => {
      on.addContentTypeParser('multipart/form-data', (_request: unknown, body: Readable) => buffer(body));
      on.post('/api/form', async () => ({ errorcode: 0 }));
      on.post('/upload', { config: { takesFiles: true } }, async () => ({ errorcode: 0 }));
    }, 50);
    const slow = async (path: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-type: multipart/form-data\r\ncontent-length: 9\r\n\r\nhalf`,
      );
      setTimeout(() => socket.write('whole'), 300);
      await once(socket, 'close');
      return text;
    };
    expect(await slow('/api/form')).toMatch(/^HTTP\/1\.1 408/);
    expect(await slow('/upload')).toMatch(/^HTTP\/1\.1 200/);
  });

  it('asks to come again while the database is away, instead of failing', async () => {
    const { app } = await listening(
      (on) =>
        void on.post('/api/device/v1/consume', async () => {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
        }),
    );
    const answer = await app.inject({ method: 'POST', url: '/api/device/v1/consume' });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().errormsg]).toEqual([
      503,
      '1',
      '系统繁忙，请稍后再试',
    ]);
  });

  it('says that its disk is full, instead of failing', async () => {
    const { app } = await listening(
      (on) =>
        void on.post('/api/thing', async () => {
          const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
          throw new Error('the file was not written', { cause });
        }),
    );
    const answer = await app.inject({ method: 'POST', url: '/api/thing' });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().errorcode]).toEqual([503, '1', 1350]);
  });

  it('tells browsers to load nothing but its own, and from an answer of the API nothing at all', async () => {
    const { app } = await listening((on) => void on.get('/api/thing', async () => ({})));
    const page = await app.inject('/health');
    const rules = String(page.headers['content-security-policy']).split('; ');
    expect(rules).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "img-src 'self' data: blob: https://img.example.cn",
      ]),
    );
    const common = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
    };
    expect(page.headers).toMatchObject(common);
    expect(page.headers['strict-transport-security']).toBeUndefined();
    const api = await app.inject('/api/thing');
    expect(api.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      ...common,
    });
    const secure = await app.inject({ url: '/health', headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers['strict-transport-security']).toContain('max-age=');
  });

  it.each([true, false])('lets the map service in where there is a key for it: %s', async (maps) => {
    const { app } = await listening(() => undefined, undefined, maps);
    const policy = String((await app.inject('/health')).headers['content-security-policy']);
    const allowed = (what: string) => policy.split('; ').find((line) => line.startsWith(`${what} `)) ?? '';
    for (const what of ['script-src', 'connect-src', 'img-src'])
      expect(allowed(what).includes('https://*.amap.com https://*.autonavi.com'), what).toBe(maps);
    // It builds its drawing code at run time.
    expect(allowed('script-src').includes("'unsafe-eval'")).toBe(maps);
  });

  it('shows its description where it is open, from the same bytes, and nowhere else', async () => {
    let read = 0;
    const bare = createRegistry([]);
    const registry = {
      ...bare,
      get all() {
        read += 1;
        return bare.all;
      },
    };
    const { app } = await listening((on) => registerDocs(on, registry, true));
    const first = await app.inject('/api/openapi.json');
    expect(first.json()).toHaveProperty('openapi');
    const once = read;
    expect(once).toBeGreaterThan(0);
    expect((await app.inject('/api/openapi.json')).body).toBe(first.body);
    expect(read).toBe(once);
    expect((await app.inject('/api/docs')).headers['content-security-policy']).toContain("script-src 'sha256-");
    const { app: closed } = await listening((on) => registerDocs(on, registry, false));
    expect((await closed.inject('/api/openapi.json')).statusCode).toBe(404);
    expect((await closed.inject('/api/docs')).statusCode).toBe(404);
  });
});

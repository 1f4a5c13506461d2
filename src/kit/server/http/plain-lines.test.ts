import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { requestId } from '../request-id.ts';
import { createApp } from './app.ts';
import { ok } from './envelope.ts';
import type { PlainAnswered, PlainHandler } from './plain-lines.ts';
import { readPlain } from './plain-request.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const short: PlainHandler = async ({ body }) => ({ status: 200, body: ok(`short ${body}`) });

/** A server whose /api/swipe says whether the short way or the route answered; what it logs of errors. */
async function listening(handler: PlainHandler = short) {
  const logged: object[] = [];
  const note = (message: string, more?: object) => void logged.push({ message, ...more });
  const app: FastifyInstance = await createApp({
    log: { info: () => undefined, warn: () => undefined, error: note },
    health: async () => ({ ok: true }),
    ready: async () => true,
  });
  app.post('/api/swipe', async (request) => ok(`route ${JSON.stringify(request.body)}`));
  app.plainLines.post('/api/swipe', handler);
  await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  return { app, logged, port: (app.server.address() as AddressInfo).port };
}

const swipe = (body = '{}', more = 'content-type: application/json\r\n') =>
  `POST /api/swipe HTTP/1.1\r\nHost: here\r\n${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A connection and its answers, one by one. */
function lineTo(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = once(socket, 'close');
  const answer = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1]);
      const bytes = Buffer.from(text);
      const whole = Buffer.byteLength(text.slice(0, end + 4)) + length;
      if (end >= 0 && bytes.length >= whole) {
        text = bytes.toString('utf8', whole);
        return bytes.toString('utf8', 0, whole);
      }
      await Promise.race([once(socket, 'data'), closed.then(() => Promise.reject(new Error(`hung up: ${text}`)))]);
    }
  };
  const ask = (request: string) => {
    socket.write(request);
    return answer();
  };
  closers.unshift(async () => void socket.destroy());
  return { socket, ask, answer, closed };
}

const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('plain lines', () => {
  it('answer a whole request of their path again and again, with what every answer of the API says', async () => {
    const { app, port } = await listening();
    const told: PlainAnswered[] = [];
    app.plainLines.watch((answered) => told.push(answered));
    const { ask } = lineTo(port);
    const first = await ask(swipe('{"card":"张三"}'));
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"errorcode":0,"errormsg":"","data":"short .*张三/);
    for (const header of [
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: keep-alive',
    ])
      expect(first).toContain(`${header}\r\n`);
    expect(Math.abs(Date.parse(/date: (.*)\r/.exec(first)![1]!) - Date.now())).toBeLessThan(5_000);
    expect(await ask(swipe('{"n":2}'))).toContain('short {\\"n\\":2}');
    expect(told.map(({ url, status }) => [url, status])).toEqual([
      ['/api/swipe', 200],
      ['/api/swipe', 200],
    ]);
  });

  it('leave everything that is not plain to the server, byte for byte', async () => {
    const { port } = await listening();
    const chunked = `POST /api/swipe HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"n":3}\r\n0\r\n\r\n`;
    expect(await lineTo(port).ask(chunked)).toContain('route {\\"n\\":3}');
    expect(
      await lineTo(port).ask(swipe('{"n":4}', 'content-type: application/json\r\nx-a: 1\r\nX-A: 2\r\n')),
    ).toContain('route {\\"n\\":4}');
    const closing = lineTo(port);
    expect(await closing.ask(swipe('{}', 'content-type: application/json\r\nconnection: close\r\n'))).toContain(
      'route',
    );
    await closing.closed;
    const pieces = lineTo(port);
    const [head, body] = [swipe('{"n":5}').slice(0, -7), '{"n":5}'];
    pieces.socket.write(head);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await pieces.ask(body)).toContain('route {\\"n\\":5}');
    expect(await pieces.ask(swipe('{"n":6}'))).toContain('route {\\"n\\":6}');
    await expect(lineTo(port).ask(swipe().replace('Host: here\r\n', ''))).rejects.toThrow('HTTP/1.1 400 Bad Request');
    expect(await lineTo(port).ask('GET /health HTTP/1.1\r\nhost: here\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
  });

  it('answer in turn whoever does not wait', async () => {
    let finish = (): void => undefined;
    const { port } = await listening(async (request) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return short(request);
    });
    const { socket, answer } = lineTo(port);
    socket.write(swipe('{"n":1}'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write(swipe('{"n":2}') + swipe('{"n":3}'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    finish();
    expect([await answer(), await answer(), await answer()].map((text) => /"n\\":(\d)/.exec(text)?.[1])).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('get a connection back that went to the server for another path, by asking for a new one', async () => {
    const { port } = await listening();
    const { ask, closed } = lineTo(port);
    await lineTo(port)
      .ask('GET /health HTTP/1.1\r\nhost: here\r\n\r\n')
      .then((text) => expect(text).not.toMatch(/connection: close/i));
    expect(await ask(swipe())).toContain('short');
    const beat = await ask(swipe().replace('/api/swipe', '/api/none'));
    expect(beat).toMatch(/^HTTP\/1\.1 404[\s\S]*connection: keep-alive/i);
    expect(await ask(swipe())).toMatch(/connection: close[\s\S]*route/i);
    await closed;
    const odd = lineTo(port);
    const oddly = swipe('{}', 'content-type: application/json\r\nx_odd: 1\r\n');
    expect(await odd.ask(oddly)).toMatch(/connection: keep-alive[\s\S]*route/i);
    expect(await odd.ask(swipe())).toMatch(/connection: keep-alive[\s\S]*route/i);
  });

  it('answer who has nothing more to say, and hang up then', async () => {
    const { port } = await listening();
    const line = lineTo(port);
    line.socket.end(swipe());
    expect(await line.answer()).toContain('short');
    await line.closed;
  });

  it('hang up on who asks on and on and reads nothing', async () => {
    const { port } = await listening(async () => ({ status: 200, body: ok('x'.repeat(4_000_000)) }));
    const { socket, closed } = lineTo(port);
    socket.pause();
    const asking = setInterval(() => socket.write(swipe()), 20);
    await closed.catch(() => undefined).finally(() => clearInterval(asking));
    expect(socket.bytesWritten).toBeLessThan(20_000);
  });

  it('say what went wrong as the server does, under the number in the log', async () => {
    const faults = [
      new Error('a bug'),
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    ];
    const { port, logged } = await listening(async () => {
      await Promise.resolve();
      logged.push({ under: requestId() });
      throw faults.shift();
    });
    const { ask } = lineTo(port);
    const bug = await ask(swipe());
    const number = /编号 (\w{8})/.exec(bug)?.[1];
    expect(bug).toMatch(/^HTTP\/1\.1 500/);
    expect(logged).toMatchObject([
      { under: number },
      { message: 'request failed', reference: number, url: '/api/swipe' },
    ]);
    expect(await ask(swipe())).toMatch(/^HTTP\/1\.1 503[\s\S]*retry-after: 1\r\n[\s\S]*系统繁忙/);
  });

  it('fall silent after a while, and make no difference to how the server takes leave', async () => {
    let begun = false;
    let finish = (): void => undefined;
    const { app, port } = await listening(async ({ body }) => {
      if (body.length > 2) {
        begun = true;
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      return { status: 200, body: ok('short') };
    });
    app.server.keepAliveTimeout = 60;
    const quiet = lineTo(port);
    await quiet.ask(swipe());
    await quiet.closed;
    app.server.keepAliveTimeout = 60_000;
    const idle = lineTo(port);
    await idle.ask(swipe());
    const busy = lineTo(port);
    const answer = busy.ask(swipe('{"wait":1}'));
    await until(() => begun);
    const left = app.close();
    await idle.closed;
    finish();
    expect(await answer).toMatch(/connection: close[\s\S]*short/);
    await busy.closed;
    await left;
  });
});

describe('readPlain', () => {
  it('takes nothing that an HTTP parser reads otherwise', async () => {
    let seen: { url: string; headers: object; body: string } | undefined;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        seen ??= { url: request.url!, headers: request.headers, body: Buffer.concat(parts).toString('latin1') };
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const good = swipe('{"card":"10001"}', 'X-Device: 7\r\nX-Seq: 12\r\nconnection: keep-alive\r\n');
    const strange = [
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      ':',
      '\0',
      '\x7f',
      'é',
      ',',
      '0',
      '-',
      ';',
      'content-length: 5\r\n',
    ];
    strange.push('Transfer-Encoding: chunked\r\n', 'expect: 100-continue\r\n', ' folded\r\n', 'upgrade: h2c\r\n');
    let state = 7;
    const pick = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 4_294_967_296) * below);
    };
    let taken = 0;
    for (let n = 0; n < 4_000; n += 1) {
      const at = pick(good.length);
      const cut = pick(2) * pick(3);
      const piece = Buffer.from(good.slice(0, at) + strange[pick(strange.length)] + good.slice(at + cut), 'latin1');
      const plain = readPlain(piece);
      if (!plain) continue;
      taken += 1;
      if (taken > 150) break;
      seen = undefined;
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      socket.end(piece);
      await once(socket.resume(), 'close');
      expect(seen, JSON.stringify(piece.toString('latin1'))).toEqual({
        url: plain.url,
        headers: { ...plain.headers },
        body: plain.body.toString('latin1'),
      });
    }
    expect(taken).toBeGreaterThan(20);
  });
});

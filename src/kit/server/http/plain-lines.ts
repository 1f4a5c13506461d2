/**
 * Connections whose requests are answered without the HTTP server's own machinery, which costs a swipe more than all that is
 * done with it. Only plain requests (`readPlain`) of routes registered here are; at anything else the connection goes to the
 * HTTP server, with every byte it sent, and stays there. See docs/adr/0096.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '../clock.ts';
import { underRequest } from '../request-id.ts';
import type { Answer } from './envelope.ts';
import { type PlainRequest, readPlain } from './plain-request.ts';
import { apiHeaders } from './security-headers.ts';

export type PlainHandler = (request: PlainRequest) => Promise<Answer>;

export interface PlainAnswered {
  url: string;
  status: number;
  /** The answer's JSON. */
  text: string;
  seconds: number;
}

export interface PlainLines {
  /** Plain requests of this path, without a query, go to `handler`; the path has an ordinary route as well. */
  post(url: string, handler: PlainHandler): void;
  /** Told of every answer. */
  watch(tell: (answered: PlainAnswered) => void): void;
  /** Whether the HTTP server is asked for what is answered here, over a connection that went over for another path. */
  strayed(request: IncomingMessage): boolean;
  /** Hangs up where nothing is being answered, elsewhere once it is. */
  leave(): void;
  /** Hangs up everywhere. */
  cut(): void;
}

interface Line {
  socket: Socket;
  answering: boolean;
  /** Since when nothing was asked, by performance.now(). */
  idleSince: number;
  /** What was sent before the answer it should have waited for. */
  early: Buffer | undefined;
  /** Nothing the connection says is heard here any more. */
  release(): void;
}

const longestSweepMs = 10_000;
const usualHeaders = Object.entries(apiHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** What a piece asks for, as far as that can be seen at its beginning. */
const pathOf = (piece: Buffer): string => /^POST (\S+) /.exec(piece.toString('latin1', 0, 200))?.[1] ?? '';

/** The hour as HTTP tells it, written once a second. */
function httpDate(): () => string {
  let second = 0;
  let text = '';
  return () => {
    const now = Math.trunc(systemClock.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}

/** Stands before `server` and reads every connection's first requests; `fail` says what an error of a handler is answered. */
export function plainLines(server: Server, fail: (error: unknown, url: string, id: string) => Answer): PlainLines {
  const handlers = new Map<string, PlainHandler>();
  const watchers: ((answered: PlainAnswered) => void)[] = [];
  const lines = new Set<Line>();
  const strays = new WeakSet<Socket>();
  const date = httpDate();
  const [toHttp] = server.listeners('connection') as ((socket: Socket) => void)[];
  let leaving = false;

  const write = (socket: Socket, { status, headers }: Answer, text: string): void => {
    const bytes = Buffer.byteLength(text);
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n${usualHeaders}`;
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
    head += leaving
      ? 'connection: close\r\n'
      : `connection: keep-alive\r\nkeep-alive: timeout=${Math.trunc(server.keepAliveTimeout / 1000)}\r\n`;
    head += `date: ${date()}\r\ncontent-length: ${bytes}\r\n\r\n`;
    socket.write(head + text, bytes === text.length ? 'latin1' : 'utf8');
  };

  const handOver = (line: Line, sent: Buffer): void => {
    const { socket } = line;
    line.release();
    socket.pause();
    socket.unshift(sent);
    toHttp!.call(server, socket);
    socket.resume();
  };

  const take = (line: Line, piece: Buffer): void => {
    if (line.answering) {
      // Whoever does not wait is answered in turn, by the server that knows how.
      line.early = line.early ? Buffer.concat([line.early, piece]) : piece;
      line.socket.pause();
      return;
    }
    // Whoever asks on and on and reads no answer would fill the memory.
    if (line.socket.writableNeedDrain) {
      line.socket.destroy();
      return;
    }
    const request = readPlain(piece);
    const handler = request && handlers.get(request.url);
    if (request && handler) {
      void answerTo(line, request, handler);
      return;
    }
    if (!handlers.has(pathOf(piece))) strays.add(line.socket);
    handOver(line, piece);
  };

  const answerTo = async (line: Line, request: PlainRequest, handler: PlainHandler): Promise<void> => {
    const { socket } = line;
    const { url } = request;
    const began = performance.now();
    line.answering = true;
    const id = randomUUID();
    const answered = async () => {
      const answer = await handler(request);
      return { answer, text: JSON.stringify(answer.body) };
    };
    const { answer, text } = await underRequest(id, answered).catch((error) => {
      const failed = fail(error, url, id);
      return { answer: failed, text: JSON.stringify(failed.body) };
    });
    line.answering = false;
    line.idleSince = performance.now();
    if (socket.writable) write(socket, answer, text);
    for (const tell of watchers) tell({ url, status: answer.status, text, seconds: (line.idleSince - began) / 1000 });
    if (leaving || socket.readableEnded) socket.destroySoon();
    else if (line.early) handOver(line, line.early);
  };

  const sweep = (): void => {
    const long = performance.now() - server.keepAliveTimeout;
    for (const line of lines) if (!line.answering && line.idleSince < long) line.socket.destroy();
    if (lines.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
  let timer: NodeJS.Timeout | undefined;

  server.removeListener('connection', toHttp!);
  server.on('connection', (socket: Socket) => {
    if (handlers.size === 0) return toHttp!.call(server, socket);
    const line: Line = {
      socket,
      answering: false,
      idleSince: performance.now(),
      early: undefined,
      release: () => {
        lines.delete(line);
        for (const [event, heard] of Object.entries(hear)) socket.removeListener(event, heard);
      },
    };
    const hear = {
      data: (piece: Buffer) => take(line, piece),
      end: () => {
        if (!line.answering) socket.end();
      },
      error: () => socket.destroy(),
      close: () => lines.delete(line),
    };
    lines.add(line);
    timer ??= setInterval(sweep, Math.min(longestSweepMs, server.keepAliveTimeout)).unref();
    for (const [event, heard] of Object.entries(hear)) socket.on(event, heard);
  });

  return {
    post: (url, handler) => void handlers.set(url, handler),
    watch: (tell) => void watchers.push(tell),
    strayed: ({ socket, url = '' }) => strays.has(socket) && handlers.has(url),
    leave: () => {
      leaving = true;
      for (const line of lines) if (!line.answering) line.socket.destroy();
    },
    cut: () => {
      for (const line of lines) line.socket.destroy();
    },
  };
}

/** One kept-alive HTTP/1.1 connection that costs the measuring process as little as possible. */
import { connect, type Socket } from 'node:net';

export interface Reply {
  status: number;
  body: string;
}

export interface HttpLine {
  /** Sends a prepared request and waits for its answer; one at a time. */
  send(request: Buffer): Promise<Reply>;
  close(): void;
}

/** The bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const lines = Object.entries({
    host: 'bench',
    'content-type': 'application/json',
    'content-length': String(content.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), content]);
}

function parse(buffer: Buffer): Reply | undefined {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = buffer.toString('latin1', 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
  if (buffer.length < end + 4 + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: buffer.toString('utf8', end + 4, end + 4 + length) };
}

/** Opens a connection to `origin`. */
export async function openLine(origin: string): Promise<HttpLine> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = await new Promise((resolve, reject) => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(opened));
    opened.once('error', reject);
  });
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let received: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const reply = parse(received);
      if (!reply) return;
      received = Buffer.alloc(0);
      const done = waiting;
      waiting = undefined;
      done?.resolve(reply);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

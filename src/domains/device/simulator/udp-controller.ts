/** A controller of old gates that speaks UDP: says hello, answers the challenge, beats, tells passages, fetches its rules, opens. */
import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { deviceKey } from '../directory.ts';
import { type Frame, type FrameType, linkKeys, provenBy, readFrame, writeFrame } from '../udp/frame.ts';
import { takeCounter, type Window, windowFrom } from '../udp/window.ts';

/** After so long each it is asked again, ms. */
const retryMs = [500, 1_000, 2_000, 4_000];

export interface UdpController {
  /** Greets and answers the challenge; after that the server listens. @throws when nobody answers */
  hello(): Promise<void>;
  /** A PING with what a heartbeat says; the answer of the heartbeat. */
  ping(beat: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Answers in their order: `[epoch, no, result, message?]`. */
  events(events: readonly Record<string, unknown>[]): Promise<unknown[][]>;
  /** The DOOR document of this version, put together of its parts and held against its digest. */
  door(version: number): Promise<unknown>;
  /** Commands OPEN brought, each told once. */
  opened: number[];
  /** Sends bytes as they are; for what goes wrong on the way. */
  raw(bytes: Buffer): void;
  /** The next datagram of this type, written but not sent. */
  written(type: FrameType, body: Buffer): Buffer;
  close(): void;
}

export interface UdpPaired {
  deviceId: number;
  epoch: number;
  /** base64url, as pairing gave it. */
  key: string;
}

/** @throws when the socket cannot be opened */
export async function udpController(
  server: { address: string; port: number },
  { deviceId, epoch, key }: UdpPaired,
  now: () => number,
): Promise<UdpController> {
  const keys = linkKeys(deviceKey(key));
  const socket: Socket = createSocket('udp4');
  const waiting = new Map<string, (frame: Frame) => void>();
  const opened: number[] = [];
  let counter = 0n;
  let message = 0;
  let down: Window | undefined;

  const written = (type: FrameType, body: Buffer, no = 0): Buffer => {
    const ms = BigInt(now());
    counter = ms > counter ? ms : counter + 1n;
    return writeFrame({ type, deviceId, epoch, counter, message: no, body }, keys.up);
  };
  const raw = (bytes: Buffer) => socket.send(bytes, server.port, server.address, () => undefined);

  socket.on('message', (bytes) => {
    const frame = readFrame(bytes);
    if (!frame || frame.deviceId !== deviceId || !provenBy(bytes, keys.down)) return;
    // The server's counters are its clock: the first proven one begins the window.
    if (!down) down = windowFrom(frame.counter);
    else if (!takeCounter(down, frame.counter)) return;
    if (frame.type === 'OPEN') {
      const { id } = JSON.parse(frame.body.toString()) as { id: number };
      if (!opened.includes(id)) opened.push(id);
      return raw(written('ACK', Buffer.from('{"ok":true}'), frame.message));
    }
    waiting.get(`${frame.type}:${frame.message}`)?.(frame);
  });
  await new Promise<void>((done, failed) => {
    socket.once('error', failed);
    socket.bind(0, done);
  });

  /** Sends until the answer of that type comes, as a new datagram each time. */
  async function ask(type: FrameType, body: Buffer, answer: FrameType): Promise<Frame> {
    message = (message % 65_535) + 1;
    const no = message;
    const found = Promise.withResolvers<Frame>();
    // A challenge is not of any message of ours.
    const at = `${answer}:${answer === 'CHALLENGE' ? 0 : no}`;
    waiting.set(at, found.resolve);
    try {
      for (const ms of retryMs) {
        raw(written(type, body, no));
        const late = Promise.withResolvers<undefined>();
        const timer = setTimeout(() => late.resolve(undefined), ms);
        const frame = await Promise.race([found.promise, late.promise]);
        clearTimeout(timer);
        if (frame) return frame;
      }
    } finally {
      waiting.delete(at);
    }
    throw new Error(`控制器 ${deviceId}：服务器没有应答 ${type}`);
  }
  const json = (frame: Frame) => JSON.parse(frame.body.toString()) as Record<string, unknown>;

  return {
    opened,
    raw,
    written,
    close: () => socket.close(),
    async hello() {
      const nonce = createHash('sha256').update(`${deviceId}:${epoch}:${now()}:${counter}`).digest().subarray(0, 16);
      const challenge = await ask('HELLO', Buffer.concat([nonce, Buffer.alloc(16)]), 'CHALLENGE');
      if (!challenge.body.subarray(0, 16).equals(nonce)) throw new Error(`控制器 ${deviceId}：不是对它的应答`);
      await ask('HELLO2', challenge.body.subarray(16), 'PONG');
    },
    ping: async (beat) => json(await ask('PING', Buffer.from(JSON.stringify(beat)), 'PONG')),
    async events(events) {
      const frame = await ask('EVENT', Buffer.from(JSON.stringify({ events })), 'ACK');
      return json(frame).answers as unknown[][];
    },
    async door(version) {
      const pieces: Buffer[] = [];
      let digest = '';
      for (let part = 0, parts = 1; part < parts; part += 1) {
        const body = Buffer.alloc(7);
        body.writeUInt8(1, 0);
        body.writeUInt32BE(version, 1);
        body.writeUInt16BE(part, 5);
        const frame = await ask('DOC', body, 'DOC');
        parts = frame.body.readUInt16BE(7);
        digest = frame.body.toString('hex', 9, 41);
        pieces.push(frame.body.subarray(41));
      }
      const text = Buffer.concat(pieces);
      if (createHash('sha256').update(text).digest('hex') !== digest) throw new Error('门禁规则的摘要不符');
      return JSON.parse(text.toString()) as unknown;
    },
  };
}

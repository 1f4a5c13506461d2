/**
 * One datagram: a head of 28 bytes, a body, and 16 bytes of an HMAC-SHA256 over both. Big-endian throughout. Pure: who sent it
 * and whether it is fresh is decided elsewhere.
 */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Bytes: a datagram stays below what every network carries in one piece. */
export const headBytes = 28;
export const macBytes = 16;
export const mostBody = 1_144;
const version = 1;

/** HELLO, HELLO2, PING, EVENT come from controllers, CHALLENGE, PONG, OPEN from the server; ACK and DOC go both ways. */
export const frameTypes = {
  HELLO: 1,
  CHALLENGE: 2,
  HELLO2: 3,
  PING: 4,
  PONG: 5,
  EVENT: 6,
  ACK: 7,
  DOC: 8,
  OPEN: 9,
} as const;
export type FrameType = keyof typeof frameTypes;
const nameOf = new Map(Object.entries(frameTypes).map(([name, code]) => [code as number, name as FrameType]));

export interface Frame {
  type: FrameType;
  deviceId: number;
  epoch: number;
  /** Grows with every datagram of one direction. */
  counter: bigint;
  /** What an ACK answers. */
  message: number;
  body: Buffer;
}

export interface LinkKeys {
  up: Buffer;
  down: Buffer;
}

/** The keys of both directions, made of the key the terminal was paired with. */
export const linkKeys = (key: KeyObject): LinkKeys => {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, 32));
  return { up: derive('udp-up'), down: derive('udp-down') };
};

const macOf = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest().subarray(0, macBytes);

/** @throws when the body is longer than a datagram carries */
export function writeFrame(frame: Frame, key: Buffer): Buffer {
  if (frame.body.length > mostBody) throw new Error(`a datagram carries ${mostBody} bytes, not ${frame.body.length}`);
  const head = Buffer.alloc(headBytes);
  head.write('OC', 0, 'latin1');
  head.writeUInt8(version, 2);
  head.writeUInt8(frameTypes[frame.type], 3);
  head.writeBigUInt64BE(BigInt(frame.deviceId), 4);
  head.writeUInt32BE(frame.epoch, 12);
  head.writeBigUInt64BE(frame.counter, 16);
  head.writeUInt16BE(frame.message, 24);
  head.writeUInt16BE(frame.body.length, 26);
  const text = Buffer.concat([head, frame.body]);
  return Buffer.concat([text, macOf(key, text)]);
}

/** What the datagram says of itself; undefined when it is none. Nothing in it is to be believed yet. */
export function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < headBytes + macBytes || bytes.length > headBytes + mostBody + macBytes) return undefined;
  if (bytes.toString('latin1', 0, 2) !== 'OC' || bytes.readUInt8(2) !== version) return undefined;
  const type = nameOf.get(bytes.readUInt8(3));
  const length = bytes.readUInt16BE(26);
  const device = bytes.readBigUInt64BE(4);
  if (!type || bytes.length !== headBytes + length + macBytes || device > BigInt(Number.MAX_SAFE_INTEGER))
    return undefined;
  return {
    type,
    deviceId: Number(device),
    epoch: bytes.readUInt32BE(12),
    counter: bytes.readBigUInt64BE(16),
    message: bytes.readUInt16BE(24),
    body: bytes.subarray(headBytes, headBytes + length),
  };
}

/** Was it written with this key? */
export function provenBy(bytes: Buffer, key: Buffer): boolean {
  return timingSafeEqual(bytes.subarray(-macBytes), macOf(key, bytes.subarray(0, -macBytes)));
}

/**
 * The signature of a terminal's request: HMAC-SHA256 over method, path, body hash, device, epoch, sequence and time, one
 * per line, in hex. Pure and synchronous: a swipe pays a few microseconds for it and no database.
 */
import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';

/** How far a terminal's clock may be off for its requests to be taken. */
export const skewMs = 5 * 60_000;

export interface SignedHeaders {
  device: string;
  epoch: string;
  seq: string;
  time: string;
  signature: string;
}

/** The text that is signed. `path` is the request's path with its query. */
export function canonical(
  method: string,
  path: string,
  body: Buffer | string,
  headers: Omit<SignedHeaders, 'signature'>,
): string {
  return `${method}\n${path}\n${hash('sha256', body, 'hex')}\n${headers.device}\n${headers.epoch}\n${headers.seq}\n${headers.time}`;
}

/** Signature in lower-case hex. */
export function sign(key: KeyObject | string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

const whole = /^\d{1,15}$/;

/** The five headers, or DEVICE_HEADERS naming the one that is missing or malformed. */
export function readSigned(headers: Readonly<Record<string, string | string[] | undefined>>): SignedHeaders | Refusal {
  const device = headers['x-device'];
  const epoch = headers['x-epoch'];
  const seq = headers['x-seq'];
  const time = headers['x-time'];
  const signature = headers['x-signature'];
  if (typeof device !== 'string' || !whole.test(device)) return refuse('DEVICE_HEADERS', { header: 'X-Device' });
  if (typeof epoch !== 'string' || !whole.test(epoch)) return refuse('DEVICE_HEADERS', { header: 'X-Epoch' });
  if (typeof seq !== 'string' || !whole.test(seq)) return refuse('DEVICE_HEADERS', { header: 'X-Seq' });
  if (typeof time !== 'string' || !whole.test(time)) return refuse('DEVICE_HEADERS', { header: 'X-Time' });
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature))
    return refuse('DEVICE_HEADERS', { header: 'X-Signature' });
  return { device, epoch, seq, time, signature };
}

/** Whoever signs: a terminal, an app. */
export interface Signer {
  key: KeyObject;
  /** Grows with every new key. */
  epoch: number;
}

/** Why a signed request is not taken; undefined when clock, signature and epoch are right. */
export function checkSigned(
  known: Signer,
  method: string,
  path: string,
  body: Buffer | string,
  headers: SignedHeaders,
  nowMs: number,
): Refusal | undefined {
  const off = Number(headers.time) - nowMs;
  if (off > skewMs || off < -skewMs) return refuse('DEVICE_CLOCK', { seconds: Math.round(Math.abs(off) / 1000) });
  const expected = createHmac('sha256', known.key)
    .update(canonical(method, path, body, headers))
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(headers.signature, 'hex'))) return refuse('DEVICE_SIGNATURE');
  return Number(headers.epoch) === known.epoch ? undefined : refuse('DEVICE_EPOCH', { epoch: known.epoch });
}

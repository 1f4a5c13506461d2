/**
 * What the server knows of each controller that speaks UDP: the link a fresh challenge was answered on, what it sent lately,
 * what it has still to acknowledge. Answers go to the address of that link and to nobody else.
 */
import type { KeyObject } from 'node:crypto';
import type { KnownDevice } from '../directory.ts';
import { type FrameType, type LinkKeys, linkKeys, writeFrame } from './frame.ts';
import type { Window } from './window.ts';

export interface Source {
  address: string;
  port: number;
}

export interface Link extends Source {
  known: KnownDevice;
  keys: LinkKeys;
  window: Window;
}

/** What was heard of one controller since it was last written down. */
export interface Heard {
  organizationId: number;
  taken: number;
  forged: number;
  replayed: number;
  source: string;
  lastSeenMs: number | null;
}

const keysOf = new WeakMap<KeyObject, LinkKeys>();

/** Made once per key. */
export function keysFor({ key }: Pick<KnownDevice, 'key'>): LinkKeys {
  const known = keysOf.get(key);
  if (known) return known;
  const made = linkKeys(key);
  keysOf.set(key, made);
  return made;
}

export const sameSource = (a: Source, b: Source) => a.address === b.address && a.port === b.port;

export type Send = (bytes: Buffer, to: Source) => void;

/** Sends with counters that never come twice, whatever the clock does and however often the process begins anew. */
export function sender(send: Send, now: () => number) {
  let last = 0n;
  return (
    known: KnownDevice,
    to: Source,
    { type, message = 0, body = Buffer.alloc(0) }: { type: FrameType; message?: number; body?: Buffer },
  ): void => {
    const ms = BigInt(now());
    last = ms > last ? ms : last + 1n;
    const { deviceId } = known.at;
    send(writeFrame({ type, deviceId, epoch: known.epoch, counter: last, message, body }, keysFor(known).down), to);
  };
}

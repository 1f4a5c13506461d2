/**
 * What stands in an entrance code: whose it is, where and when it opens, signed, so that a door which is cut off can believe it.
 * `OC1` and in Base45: key number, organization and code (LEB128), beginning in minutes since 2020-01-01Z (4 bytes), minutes it
 * holds (2), uses (1, 0 = any), flags (1), count and short numbers of districts (1 each), Ed25519 signature (64) over `OC1` and
 * all before it. Pure.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { fromBase45, toBase45 } from './base45.ts';

export interface CodeFacts {
  kid: number;
  organizationId: number;
  codeId: number;
  /** Epoch ms, whole minutes. */
  from: number;
  to: number;
  /** 0: as often as they like. */
  maxUse: number;
  onlineOnly: boolean;
  diner: boolean;
  /** Short numbers of districts. */
  districts: readonly number[];
}

const head = 'OC1';
const began = Date.parse('2020-01-01T00:00:00Z');
const minuteMs = 60_000;
const signatureBytes = 64;
const onlineFlag = 1;
const dinerFlag = 2;

function varint(n: number): number[] {
  const bytes: number[] = [];
  for (let left = n; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

const signed = (body: Buffer) => Buffer.concat([Buffer.from(head), body]);

/** The text of a code. */
export function writeCode(facts: CodeFacts, key: KeyObject): string {
  const times = Buffer.alloc(6);
  times.writeUInt32BE(Math.floor((facts.from - began) / minuteMs));
  times.writeUInt16BE(Math.ceil((facts.to - facts.from) / minuteMs), 4);
  const flags = (facts.onlineOnly ? onlineFlag : 0) + (facts.diner ? dinerFlag : 0);
  const body = Buffer.from([
    facts.kid,
    ...varint(facts.organizationId),
    ...varint(facts.codeId),
    ...times,
    facts.maxUse,
    flags,
    facts.districts.length,
    ...facts.districts,
  ]);
  return head + toBase45(Buffer.concat([body, sign(null, signed(body), key)]));
}

/** Reads one number after another; NaN past the end. */
function reader(bytes: Buffer) {
  let at = 0;
  const byte = () => bytes[at++] ?? Number.NaN;
  return {
    byte,
    number: (size: number) => Array.from({ length: size }, byte).reduce((n, one) => n * 256 + one, 0),
    varint() {
      for (let n = 0, by = 1, i = 0; i < 8; i += 1, by *= 128) {
        const one = byte();
        n += (one & 127) * by;
        if (Number.isNaN(one) || one < 128) return Number.isNaN(one) ? one : n;
      }
      return Number.NaN;
    },
    ended: () => at === bytes.length,
  };
}

/** What a text says and whether `keyOf` its key signed it; undefined for what is no code at all. */
export function readCode(
  text: string,
  keyOf: (kid: number) => KeyObject | undefined,
): (CodeFacts & { genuine: boolean }) | undefined {
  const bytes = text.startsWith(head) && text.length <= 300 ? fromBase45(text.slice(head.length)) : undefined;
  if (!bytes || bytes.length <= signatureBytes) return undefined;
  const body = bytes.subarray(0, -signatureBytes);
  const next = reader(body);
  const kid = next.byte();
  const organizationId = next.varint();
  const codeId = next.varint();
  const from = began + next.number(4) * minuteMs;
  const to = from + next.number(2) * minuteMs;
  const maxUse = next.byte();
  const flags = next.byte();
  const districts = Array.from({ length: next.byte() || 0 }, next.byte);
  const whole = next.ended() && Number.isSafeInteger(organizationId) && Number.isSafeInteger(codeId);
  if (!whole || Number.isNaN(to + maxUse + flags) || districts.length === 0) return undefined;
  const key = keyOf(kid);
  const genuine = key !== undefined && verify(null, signed(body), key, bytes.subarray(-signatureBytes));
  const onlineOnly = (flags & onlineFlag) > 0;
  return {
    kid,
    organizationId,
    codeId,
    from,
    to,
    maxUse,
    onlineOnly,
    diner: (flags & dinerFlag) > 0,
    districts,
    genuine,
  };
}

/** Heads of the standard forms of Ed25519 keys (RFC 8410); 32 bytes follow. */
const secretHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The signing key of a seed of 32 bytes, base64url. */
export const secretKey = (seed: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([secretHead, Buffer.from(seed, 'base64url')]), format: 'der', type: 'pkcs8' });

/** Its public half as doors are told it: 32 bytes, base64url. */
export const publicOf = (secret: KeyObject): string =>
  createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');

export const publicKey = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, Buffer.from(raw, 'base64url')]), format: 'der', type: 'spki' });

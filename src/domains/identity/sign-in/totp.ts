/** Time-based one-time passwords, RFC 6238: HMAC-SHA-1, steps of 30 s, six digits. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (b) => b.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Bytes of a base32 text; bits that fill no byte fall away. */
export function unbase32(text: string): Buffer {
  const bits = [...text].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** The time step an instant (milliseconds since the epoch) lies in. */
export const stepAt = (epochMs: number): number => Math.floor(epochMs / stepMs);

/** The code of a step for a key (RFC 4226 truncation). */
export function codeOf(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac[mac.length - 1]! & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * The step a code belongs to, one step early or late allowed; undefined when it fits none later than `lastStep`
 * (a code is taken once).
 */
export function matchingStep(secret: string, code: string, epochMs: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const key = unbase32(secret);
  const now = stepAt(epochMs);
  return [now, now - 1, now + 1].find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)),
  );
}

/** The text an authenticator app reads from the QR code. */
export function otpauth(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

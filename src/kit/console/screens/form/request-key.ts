/** Key of one submit. A retry repeats it, so that the server writes once whatever the network did. */
import { ApiError } from '../../http/client.ts';

/** A random UUID; also where the page is served without TLS and `randomUUID` is missing. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** No answer, no envelope, too busy, broken: the write may have happened. */
const unsure = new Set([-1, -2, 1104, 5000]);

/**
 * The key of the submit after one that failed: the same while nobody knows what became of it, a new one once the server
 * has said no, for what is corrected then is another request.
 */
export function keyAfter(key: string, error: unknown): string {
  return error instanceof ApiError && !unsure.has(error.errorcode) ? newRequestKey() : key;
}

/** How many faces a terminal says it holds, and the digest of their list. */
import type { FacesTold } from '../../people/public.server.ts';

/** Undefined for a terminal that does not say; a text for what is wrong. */
export function readFacesTold(body: unknown): FacesTold | undefined | string {
  const { faceCount, faceDigest } = (body ?? {}) as Record<string, unknown>;
  if (faceCount === undefined && faceDigest === undefined) return undefined;
  if (typeof faceCount !== 'number' || !Number.isSafeInteger(faceCount) || faceCount < 0 || faceCount > 10_000_000)
    return 'faceCount 应为不小于 0 的整数';
  if (typeof faceDigest !== 'string' || !/^[0-9a-f]{64}$/.test(faceDigest)) return 'faceDigest 应为 64 位小写十六进制';
  return { faceCount, faceDigest };
}

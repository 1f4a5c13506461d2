/** What a package is: its digests, read off the store as it lies there, and the house's signature of them. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FileStore } from '../../../kit/server/files/store.ts';

export interface PackageFacts {
  size: number;
  md5: string;
  sha256: string;
}

/** Undefined where nothing lies under the key. */
export async function readPackage(store: FileStore, key: string): Promise<PackageFacts | undefined> {
  const found = await store.get(key);
  if (!found) return undefined;
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  for await (const part of found.stream as AsyncIterable<Buffer>) {
    md5.update(part);
    sha256.update(part);
  }
  return { size: found.size, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}

/** The key of `APP_SIGN_KEY_FILE`; undefined where none is set. @throws when it is no Ed25519 key */
export function appSignKey(env: NodeJS.ProcessEnv = process.env): KeyObject | undefined {
  if (!env.APP_SIGN_KEY_FILE) return undefined;
  const key = createPrivateKey(readFileSync(env.APP_SIGN_KEY_FILE, 'utf8'));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('APP_SIGN_KEY_FILE 应为 Ed25519 私钥（PEM）');
  return key;
}

/** Signs the digest's 32 bytes: a terminal that knows the public key trusts no other package. */
export const signDigest = (sha256: string, key: KeyObject | undefined): string =>
  key ? sign(null, Buffer.from(sha256, 'hex'), key).toString('base64') : '';

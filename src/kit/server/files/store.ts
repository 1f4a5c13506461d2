/** Where files lie: one interface over a folder and over an S3-compatible service. Names and rights stand in tables. */
import type { Readable } from 'node:stream';

export interface StoredBytes {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

export interface FileStore {
  /** Stores content under a key, whole or not at all; an existing file is replaced. */
  put(key: string, content: Buffer | Readable): Promise<StoredBytes>;
  /** Takes over a finished local file: it is gone from `path` afterwards. */
  take(key: string, path: string): Promise<{ size: number }>;
  /** The content (or a part of it, both ends included) as a stream with its size; undefined when there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<{ size: number; stream: Readable } | undefined>;
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes what writes left that broke off before `beforeMs` (epoch ms): a killed process cannot. */
  sweepBroken(beforeMs: number): Promise<void>;
}

const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)*)+$/i;
const maxKeyLength = 200;

/** Whether a key has the form `kind/part/name.ext`: no dots at the front, no empty part, so no way out of the store. */
export function isFileKey(key: string): boolean {
  return key.length <= maxKeyLength && keyPattern.test(key);
}

/** The key unchanged. @throws Error when it is malformed: keys are made by the program, checked at the door. */
export function checkedKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`malformed file key: ${key.slice(0, 80)}`);
  return key;
}

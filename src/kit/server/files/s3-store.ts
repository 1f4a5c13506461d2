/** Files in a bucket of an S3-compatible service, addressed by path. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, isoAt } from '../clock.ts';
import type { Random } from '../ids.ts';
import { removeOlder } from './remove-older.ts';
import { objectPath, type S3Credentials, signS3 } from './s3-sign.ts';
import { checkedKey, type FileStore } from './store.ts';

export interface S3Options extends S3Credentials {
  /** e.g. `https://s3.example.com`. */
  endpoint: string;
  bucket: string;
  /** Streams are kept here until their length and hash are known. */
  tempDir: string;
  clock: Clock;
  random: Random;
}

const emptySha256 = createHash('sha256').digest('hex');
const tempPrefix = 's3-';
const attempts = 3;
const pauseMs = 200;
const timeoutMs = 300_000;

/** Which bucket of which service, and who we are there. */
export type S3Place = Pick<S3Options, 'endpoint' | 'bucket' | keyof S3Credentials>;

/** `S3_*` of the environment; undefined when no endpoint is set. @throws Error naming what is missing. */
export function readS3Config(env: Record<string, string | undefined>): S3Place | undefined {
  if (!env.S3_ENDPOINT) return undefined;
  for (const name of ['S3_BUCKET', 'S3_KEY', 'S3_SECRET'])
    if (!env[name]) throw new Error(`设置了 S3_ENDPOINT，但缺少 ${name}`);
  return {
    endpoint: env.S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: env.S3_BUCKET!,
    key: env.S3_KEY!,
    secret: env.S3_SECRET!,
    region: env.S3_REGION || 'us-east-1',
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A store in a bucket. Answers other than success and "not there" are errors with the service's status. */
export function createS3Store(options: S3Options): FileStore {
  const send = async (method: string, key: string, body?: { blob: Blob; sha256: string }, range?: string) => {
    const url = new URL(options.endpoint + objectPath(options.bucket, checkedKey(key)));
    for (let attempt = 1; ; attempt++) {
      const date = `${isoAt(options.clock.now(), 0).slice(0, 19).replace(/[-:]/g, '')}Z`;
      const { host: _, ...headers } = signS3(
        { method, url, headers: range ? { range } : {}, payloadSha256: body?.sha256 ?? emptySha256, date },
        options,
      );
      const answer = await fetch(url, {
        method,
        headers,
        ...(body ? { body: body.blob } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        if (attempt === attempts) throw new Error(`S3 ${method} ${key}`, { cause: error });
        return undefined;
      });
      if (answer && answer.status < 500) return answer;
      if (answer) await answer.body?.cancel();
      if (attempt === attempts) throw new Error(`S3 ${method} ${key}: ${answer?.status}`);
      await pause(pauseMs * attempt);
    }
  };
  const expectOk = async (answer: Response, what: string): Promise<Response> => {
    if (answer.ok) return answer;
    throw new Error(`S3 ${what}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  };
  const upload = async (key: string, blob: Blob, sha256: string): Promise<void> => {
    const answer = await expectOk(await send('PUT', key, { blob, sha256 }), `PUT ${key}`);
    await answer.body?.cancel();
  };

  return {
    async put(key, content) {
      if (Buffer.isBuffer(content)) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        await upload(key, new Blob([new Uint8Array(content)]), sha256);
        return { size: content.length, sha256 };
      }
      await mkdir(options.tempDir, { recursive: true });
      const path = join(options.tempDir, `${tempPrefix}${options.random.token(12)}`);
      try {
        await pipeline(content, createWriteStream(path));
        const sha256 = await sha256Of(path);
        const { size } = await stat(path);
        await upload(key, await openAsBlob(path), sha256);
        return { size, sha256 };
      } finally {
        await rm(path, { force: true });
      }
    },
    async take(key, path) {
      const { size } = await stat(path);
      await upload(key, await openAsBlob(path), await sha256Of(path));
      await rm(path, { force: true });
      return { size };
    },
    async get(key, range) {
      const answer = await send('GET', key, undefined, range ? `bytes=${range.start}-${range.end}` : undefined);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      await expectOk(answer, `GET ${key}`);
      const stream = answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
      return { size: Number(answer.headers.get('content-length')), stream };
    },
    async stat(key) {
      const answer = await send('HEAD', key);
      if (answer.status === 404) return undefined;
      await expectOk(answer, `HEAD ${key}`);
      return { size: Number(answer.headers.get('content-length')) };
    },
    async remove(key) {
      const answer = await send('DELETE', key);
      if (answer.status !== 404) await expectOk(answer, `DELETE ${key}`);
      await answer.body?.cancel();
    },
    sweepBroken: (beforeMs) => removeOlder(options.tempDir, beforeMs, tempPrefix),
  };
}

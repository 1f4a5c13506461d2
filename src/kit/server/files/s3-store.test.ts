import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '../../../../tests/support/bucket.ts';
import { manualClock } from '../clock.ts';
import { signS3 } from './s3-sign.ts';
import { createS3Store, readS3Config } from './s3-store.ts';
import type { FileStore } from './store.ts';

const credentials = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const emptyHash = createHash('sha256').digest('hex');
const signatureOf = (headers: Record<string, string>) => headers.authorization!.split('Signature=')[1];

describe('signing', () => {
  // examples of Amazon's "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)"
  it('gives the signatures of the published examples', () => {
    const get = signS3(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        payloadSha256: emptyHash,
        date: '20130524T000000Z',
      },
      credentials,
    );
    expect(signatureOf(get)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
    const put = signS3(
      {
        method: 'PUT',
        url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        payloadSha256: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
        date: '20130524T000000Z',
      },
      credentials,
    );
    expect(signatureOf(put)).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
    const list = signS3(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
        headers: {},
        payloadSha256: emptyHash,
        date: '20130524T000000Z',
      },
      credentials,
    );
    expect(signatureOf(list)).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  });
});

let bucket: Bucket;
let store: FileStore;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 's3-'));
  bucket = await openBucket(credentials);
  let tokens = 0;
  const options = {
    endpoint: bucket.endpoint,
    bucket: 'canteen',
    tempDir: join(root, 'tmp'),
    clock: manualClock(Date.parse('2026-04-01T00:00:00Z')),
    random: { token: () => `t${tokens++}`, fraction: () => 0 },
  };
  store = createS3Store({ ...options, ...credentials });
  await expect(
    createS3Store({ ...options, ...credentials, secret: 'wrong' }).put('image/a.png', Buffer.from('x')),
  ).rejects.toThrow('403');
});
afterAll(async () => {
  bucket.close();
  await rm(root, { recursive: true });
});

describe('the S3 store', () => {
  it('keeps, gives, takes over and removes', async () => {
    const hello = { size: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' };
    expect(await store.put('image/202604/a.png', Buffer.from('hello'))).toEqual(hello);
    expect(await store.put('image/202604/b.png', Readable.from([Buffer.from('hel'), Buffer.from('lo')]))).toEqual(
      hello,
    );
    expect([...bucket.objects.keys()]).toEqual(['/canteen/image/202604/a.png', '/canteen/image/202604/b.png']);
    expect(await text((await store.get('image/202604/b.png'))!.stream)).toBe('hello');
    const part = await store.get('image/202604/b.png', { start: 1, end: 2 });
    expect([part!.size, await text(part!.stream)]).toEqual([2, 'el']);
    expect(await store.stat('image/202604/b.png')).toEqual({ size: 5 });
    await writeFile(join(root, 'big.xlsx'), Buffer.alloc(3_000_000, 1));
    expect(await store.take('export/20260401/1-a.xlsx', join(root, 'big.xlsx'))).toEqual({ size: 3_000_000 });
    await store.remove('export/20260401/1-a.xlsx');
    await store.remove('export/20260401/1-a.xlsx');
    expect(await store.get('export/20260401/1-a.xlsx')).toBeUndefined();
    expect(await store.stat('export/20260401/1-a.xlsx')).toBeUndefined();
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  it('tries again when the service stumbles, and gives up with its answer', async () => {
    bucket.stumble(2);
    expect(await store.stat('image/202604/a.png')).toEqual({ size: 5 });
    bucket.stumble(3);
    await expect(store.stat('image/202604/a.png')).rejects.toThrow('503');
  });

  it('reads its settings and says what is missing', () => {
    expect(readS3Config({})).toBeUndefined();
    expect(() => readS3Config({ S3_ENDPOINT: 'http://x', S3_BUCKET: 'b', S3_KEY: 'k' })).toThrow('S3_SECRET');
    expect(readS3Config({ S3_ENDPOINT: 'http://x/', S3_BUCKET: 'b', S3_KEY: 'k', S3_SECRET: 's' })).toMatchObject({
      endpoint: 'http://x',
      region: 'us-east-1',
    });
  });
});

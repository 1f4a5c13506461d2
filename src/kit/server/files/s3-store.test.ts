import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

let server: Server;
let store: FileStore;
let root: string;
let failures = 0;
const objects = new Map<string, Buffer>();

/** A bucket in memory that refuses whatever is not signed as it should be. */
function bucket(): Server {
  return createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? [];
    const headers = Object.fromEntries(
      names
        .filter((name) => !/^(host|x-amz-(date|content-sha256))$/.test(name))
        .map((name) => [name, String(request.headers[name])]),
    );
    const expected = signS3(
      {
        method: request.method!,
        url,
        headers,
        payloadSha256: createHash('sha256').update(body).digest('hex'),
        date: String(request.headers['x-amz-date']),
      },
      credentials,
    );
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end();
    } else if (expected.authorization !== request.headers.authorization)
      response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    else if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) response.writeHead(411).end();
      else response.writeHead(objects.set(url.pathname, body) ? 200 : 500).end();
    } else if (request.method === 'DELETE') response.writeHead(objects.delete(url.pathname) ? 204 : 404).end();
    else {
      const found = objects.get(url.pathname);
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
      const part = range && found ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
      if (!part) response.writeHead(404).end();
      else
        response
          .writeHead(range ? 206 : 200, { 'content-length': part.length })
          .end(request.method === 'HEAD' ? undefined : part);
    }
  });
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 's3-'));
  server = bucket();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let tokens = 0;
  const options = {
    endpoint,
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
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

describe('the S3 store', () => {
  it('keeps, gives, takes over and removes', async () => {
    const hello = { size: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' };
    expect(await store.put('image/202604/a.png', Buffer.from('hello'))).toEqual(hello);
    expect(await store.put('image/202604/b.png', Readable.from([Buffer.from('hel'), Buffer.from('lo')]))).toEqual(
      hello,
    );
    expect([...objects.keys()]).toEqual(['/canteen/image/202604/a.png', '/canteen/image/202604/b.png']);
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
    failures = 2;
    expect(await store.stat('image/202604/a.png')).toEqual({ size: 5 });
    failures = 3;
    await expect(store.stat('image/202604/a.png')).rejects.toThrow('503');
    failures = 0;
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

/** A bucket of an S3-compatible service in memory, on a port of this machine: it refuses whatever is not signed as it should be. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type S3Credentials, signS3 } from '../../src/kit/server/files/s3-sign.ts';

export interface Bucket {
  endpoint: string;
  /** By path, the bucket's name before it. */
  objects: Map<string, Buffer>;
  /** The next `times` requests are answered 503. */
  stumble(times: number): void;
  close(): void;
}

export async function openBucket(credentials: S3Credentials): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer(async (request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stumble: (times) => {
      failures = times;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

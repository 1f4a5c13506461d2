/** AWS Signature Version 4 for S3-compatible services: which headers say that a request is ours. */
import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  key: string;
  secret: string;
  region: string;
}

export interface S3Request {
  method: string;
  url: URL;
  /** Further headers that are signed; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Hex sha256 of the body. */
  payloadSha256: string;
  /** `YYYYMMDDTHHMMSSZ`. */
  date: string;
}

const hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** RFC 3986 escaping, stricter than `encodeURIComponent`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Path of a key inside a bucket as it is signed and sent. */
export function objectPath(...parts: readonly string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .map(escaped)
    .join('/')}`;
}

/** The request's headers with host, date, body hash and signature. */
export function signS3(request: S3Request, credentials: S3Credentials): Record<string, string> {
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.payloadSha256,
    'x-amz-date': request.date,
  };
  const names = Object.keys(headers).sort();
  const query = [...request.url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    request.url.pathname,
    query,
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.payloadSha256,
  ].join('\n');
  const day = request.date.slice(0, 8);
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.date, scope, hex(canonical)].join('\n');
  const dayKey = hmac(hmac(hmac(hmac(`AWS4${credentials.secret}`, day), credentials.region), 's3'), 'aws4_request');
  const signature = hmac(dayKey, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** Calls signed with five headers, as terminals and apps of diners make them; no answer is an answer with status 0. */
import { canonical, sign } from '../api/signature.ts';
import { deviceKey } from '../directory.ts';
import type { ApiAnswer } from './terminal-state.ts';

/** A body is sent as JSON, bytes as they are. */
export type SignedCall = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  seq?: number,
) => Promise<ApiAnswer>;

const noAnswer = (message: string): ApiAnswer => ({ status: 0, errorcode: -1, errormsg: message, data: null });

/** The envelope of an answer. */
export async function readAnswer(response: Response): Promise<ApiAnswer> {
  const body = (await response.json().catch(() => null)) as Omit<ApiAnswer, 'status'> | null;
  return body ? { ...body, status: response.status } : { ...noAnswer('无法读取应答'), status: response.status };
}

interface SignedAs {
  number: number;
  epoch: number;
  /** base64url. */
  key: string;
}

/** One signed request below `base`; a body is sent as JSON, bytes as they are. */
export type SignedFetch = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  seq?: number,
  more?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** Signs under `number` with the key by the clock `now`; paths are below `base`. */
export function signedFetch(
  url: string,
  base: string,
  { number, epoch, key }: SignedAs,
  now: () => number,
): SignedFetch {
  const secret = deviceKey(key);
  return (method, path, body, seq = 0, more = {}) => {
    const payload = body === undefined ? '' : body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
    const type = typeof payload === 'string' ? 'application/json' : 'application/octet-stream';
    const headers = { device: String(number), epoch: String(epoch), seq: String(seq), time: String(now()) };
    return fetch(`${url}${base}${path}`, {
      method,
      ...(payload.length > 0 ? { body: payload } : {}),
      headers: {
        ...more,
        ...(payload.length > 0 ? { 'content-type': type } : {}),
        'x-device': headers.device,
        'x-epoch': headers.epoch,
        'x-seq': headers.seq,
        'x-time': headers.time,
        'x-signature': sign(secret, canonical(method, `${base}${path}`, payload, headers)),
      },
    });
  };
}

/** The same, read as the envelope of its answer. */
export function signedCalls(url: string, base: string, as: SignedAs, now: () => number): SignedCall {
  const send = signedFetch(url, base, as, now);
  return async (method, path, body, seq) => {
    try {
      return await readAnswer(await send(method, path, body, seq));
    } catch (error) {
      return noAnswer((error as Error).message);
    }
  };
}

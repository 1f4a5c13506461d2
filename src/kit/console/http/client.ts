/**
 * The one way the console talks to the server. Adds the API prefix and the bearer token, stores a token that any
 * answer carries, and leaves for /login on HTTP 401 or errorcode 1001 (product spec §4, §7, §8).
 */
import { startLeaving } from '../nav/leaving.ts';
import { dropToken, storedToken, storeToken } from './token.ts';

/** What every call answers. */
export interface Envelope<T = unknown> {
  /** 0 is success. */
  errorcode: number;
  errormsg?: string;
  data: T;
  /** A new token that replaces the stored one. */
  token?: string;
  /** Messages at single inputs. */
  fields?: Record<string, string>;
}

/** A refusal by the server or a failed connection; `message` is Chinese and can be shown as it is. */
export class ApiError extends Error {
  /** The server's stable code; -1 when no answer came, -2 when the answer was no envelope. */
  readonly errorcode: number;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, errorcode: number, status = 0, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.errorcode = errorcode;
    this.status = status;
    this.fields = fields;
  }
}

/** The refusal or failed call an error is. Anything else is a bug: it is thrown on, so that nobody waits for an answer. */
export function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

export interface CallOptions {
  /** POST unless given. */
  method?: 'GET' | 'POST';
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Key of one submit; a retry repeats it, so that a write happens once. */
  requestKey?: string;
  /** Polling: marked so that the server does not take it for somebody working. */
  background?: boolean;
  /** Signing in: a refusal is an answer and must not lead back to /login. */
  anonymous?: boolean;
}

const apiBase = '/api';
const serviceException = '服务异常，请稍后再试';

/** The address of a call: everything that does not start with http gets the API prefix. */
export function apiUrl(url: string): string {
  return url.startsWith('http') || url.startsWith(`${apiBase}/`) ? url : `${apiBase}${url}`;
}

/** Leaves for the sign-in page, remembering where the work was. */
export function leaveForLogin(): void {
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const from = pathname.startsWith('/admin/') ? `?from=${encodeURIComponent(pathname + search)}` : '';
  startLeaving('keep');
  window.location.assign(`/login${from}`);
}

/** The raw answer with the session rules applied; throws `ApiError` when no answer came or the session ended. */
export async function send(url: string, body: unknown, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json, text/plain, */*', ...options.headers };
  const token = storedToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.requestKey) headers['X-Request-Key'] = options.requestKey;
  if (options.background) headers['X-Background'] = '1';
  const isForm = body instanceof FormData || body instanceof Blob;
  const hasBody = body !== undefined && body !== null;
  if (hasBody && !isForm) headers['Content-Type'] = 'application/json';
  if (body instanceof Blob) headers['Content-Type'] = 'application/octet-stream';
  let answer: Response;
  try {
    answer = await fetch(apiUrl(url), {
      method: options.method ?? 'POST',
      headers,
      body: hasBody ? (isForm ? body : JSON.stringify(body)) : null,
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('网络不通，请检查网络后重试', -1);
  }
  if (answer.status === 401 && !options.anonymous) {
    // A call that was under way while the identity changed speaks for a token that is gone, not for the new one.
    if (storedToken() === token) {
      dropToken();
      leaveForLogin();
    }
    throw new ApiError('登录已失效，请重新登录', 1001, 401);
  }
  return answer;
}

/** Reads an answer as the envelope and applies its token and the sign-in rule. */
export async function readEnvelope<T>(answer: Response, options: CallOptions = {}): Promise<Envelope<T>> {
  let body: Envelope<T>;
  try {
    body = (await answer.json()) as Envelope<T>;
  } catch {
    throw new ApiError(serviceException, -2, answer.status);
  }
  if (typeof body !== 'object' || body === null) throw new ApiError(serviceException, -2, answer.status);
  if (typeof body.token === 'string' && body.token !== '') storeToken(body.token);
  if (body.errorcode === 1001 && !options.anonymous) leaveForLogin();
  return body;
}

/**
 * One call. Resolves with the whole envelope, refused or not (`errorcode` tells); throws `ApiError` only when there
 * is no envelope to read.
 * @param url path below /api, or a full http address
 */
export async function call<T = unknown>(url: string, body?: unknown, options: CallOptions = {}): Promise<Envelope<T>> {
  return readEnvelope<T>(await send(url, body, options), options);
}

/** The error of an envelope that refuses. */
export function refusalOf(envelope: Envelope, status = 200): ApiError {
  return new ApiError(envelope.errormsg || serviceException, envelope.errorcode, status, envelope.fields);
}

/**
 * A page's verb: POST /api{path}/{verb}. Resolves with `data`; throws `ApiError` with message and field messages
 * when the server refuses.
 */
export async function post<T = unknown>(
  path: string,
  verb: string,
  body: unknown = {},
  options: CallOptions = {},
): Promise<T> {
  const envelope = await call<T>(`${path}/${verb}`, body, options);
  if (envelope.errorcode !== 0) throw refusalOf(envelope);
  return envelope.data;
}

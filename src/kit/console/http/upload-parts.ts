/** Sends a large file in parts; goes on where it stopped after a broken connection, and after the page was loaded anew. */
import { ApiError, readEnvelope, refusalOf, send } from './client.ts';
import type { Uploaded, UploadPurpose } from './upload.ts';

/** Files from this size on are sent in parts. */
export const partsFromBytes = 8 * 1024 * 1024;
const waitsMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** After so many failures in a row somebody has to say that it goes on. */
const mostTries = 20;

interface State {
  token: string;
  partBytes: number;
  received: number;
}

export interface PartsOptions {
  /** Share from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** The connection is broken (true), or there again. */
  onWaiting?: ((waiting: boolean) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The same file chosen again is told by what a browser says of it; its content is checked part by part. */
const memoryKey = (file: File, purpose: UploadPurpose) =>
  `onecard.upload:${purpose ?? ''}:${file.size}:${file.lastModified}:${file.name}`;

async function ask<T>(url: string, body: unknown, signal?: AbortSignal, headers?: Record<string, string>): Promise<T> {
  const options = { ...(signal ? { signal } : {}), ...(headers ? { headers } : {}) };
  const answer = await send(url, body, options);
  const envelope = await readEnvelope<T>(answer);
  if (envelope.errorcode !== 0) throw refusalOf(envelope, answer.status);
  return envelope.data;
}

/** Hex sha256; undefined where the page is served without TLS and the browser has no means. */
async function sha256Of(part: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No answer, or one that says to come back: not a refusal of the file. */
const passing = (error: unknown): boolean =>
  error instanceof ApiError && (error.errorcode === -1 || error.errorcode === -2 || error.status >= 500);

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      reject(new DOMException('aborted', 'AbortError'));
    }
    window.addEventListener('online', done, { once: true });
    signal?.addEventListener('abort', stop, { once: true });
  });

async function begin(file: File, purpose: UploadPurpose, signal?: AbortSignal): Promise<State> {
  const known = localStorage.getItem(memoryKey(file, purpose));
  if (known) {
    try {
      return await ask<State>('/upload/state', { token: known }, signal);
    } catch (error) {
      if (passing(error)) throw error;
      localStorage.removeItem(memoryKey(file, purpose));
    }
  }
  const { name, size } = file;
  const state = await ask<State>('/upload/start', { name, size, ...(purpose ? { purpose } : {}) }, signal);
  localStorage.setItem(memoryKey(file, purpose), state.token);
  return state;
}

async function sendPart(file: File, { token, partBytes, received }: State, signal?: AbortSignal): Promise<State> {
  const part = file.slice(received, received + partBytes);
  const hash = await sha256Of(part);
  const url = `/upload/part?token=${encodeURIComponent(token)}&offset=${received}`;
  return ask<State>(url, part, signal, hash ? { 'X-Part-Sha256': hash } : {});
}

/** Throws `ApiError` when the server refuses the file, or when nothing was heard for long. */
export async function uploadInParts(
  file: File,
  purpose: UploadPurpose,
  { onProgress, onWaiting, signal }: PartsOptions = {},
): Promise<Uploaded> {
  let state: State | undefined;
  let failures = 0;
  /** One step; after a broken connection the server is asked where it stands. */
  const step = async (): Promise<Uploaded | undefined> => {
    state ??= await begin(file, purpose, signal);
    onProgress?.(state.received / file.size);
    if (state.received >= file.size) return ask<Uploaded>('/upload/finish', { token: state.token }, signal);
    state = await sendPart(file, state, signal);
    return undefined;
  };
  for (;;)
    try {
      const done = await step();
      if (failures > 0) onWaiting?.(false);
      failures = 0;
      if (!done) continue;
      localStorage.removeItem(memoryKey(file, purpose));
      return done;
    } catch (error) {
      if (!passing(error) || failures >= mostTries) {
        if (!passing(error)) localStorage.removeItem(memoryKey(file, purpose));
        throw error;
      }
      state = undefined;
      onWaiting?.(true);
      await pause(waitsMs[Math.min(failures, waitsMs.length - 1)]!, signal);
      failures += 1;
    }
}

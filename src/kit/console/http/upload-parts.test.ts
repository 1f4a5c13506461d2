/** Sending in parts from the browser: after a break the server is asked where it stands. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uploadInParts } from './upload-parts.ts';

const partBytes = 4;
let received = 0;
let fails: number[] = [];
let calls: string[] = [];
/** What happens while the connection is awaited. */
let onPause: (goOn: () => void) => void;
const stored = new Map<string, string>();

beforeEach(() => {
  received = 0;
  fails = [];
  calls = [];
  stored.clear();
  onPause = (goOn) => queueMicrotask(goOn);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('window', {
    addEventListener: (_online: string, goOn: () => void) => onPause(goOn),
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('fetch', async (url: string, init: { body: unknown }) => {
    const verb = /upload\/(\w+)/.exec(url)![1]!;
    calls.push(verb);
    if (fails.includes(calls.length)) throw new TypeError('offline');
    const state = { token: 't1', partBytes, received };
    if (verb === 'part' && Number(new URL(url, 'http://x').searchParams.get('offset')) === received)
      state.received = received += (init.body as Blob).size;
    const data = verb === 'finish' ? { key: 'video/x.mp4', url: '', name: 'x.mp4', size: received } : state;
    return new Response(JSON.stringify({ errorcode: 0, errormsg: '', data }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const film = () => new File(['0123456789'], 'x.mp4', { lastModified: 7 });

it('goes on from where the server stands when the connection comes back', async () => {
  fails = [3, 4];
  const waiting: boolean[] = [];
  const shares: number[] = [];
  const sent = uploadInParts(film(), 'video', { onWaiting: (w) => waiting.push(w), onProgress: (s) => shares.push(s) });
  expect(await sent).toMatchObject({ key: 'video/x.mp4', size: 10 });
  expect(calls).toEqual(['start', 'part', 'part', 'state', 'state', 'part', 'part', 'finish']);
  expect(waiting).toEqual([true, true, false]);
  expect(shares).toEqual([0, 0.4, 0.4, 0.8, 1]);
  expect(stored.size).toBe(0);
});

it('goes on after the page was loaded anew, when the same file is chosen', async () => {
  fails = [3];
  const leaving = new AbortController();
  onPause = () => queueMicrotask(() => leaving.abort());
  const first = uploadInParts(film(), 'video', { signal: leaving.signal }).catch((error: Error) => error.name);
  expect(await first).toBe('AbortError');
  expect(stored.size).toBe(1);
  calls = [];
  fails = [];
  await uploadInParts(film(), 'video');
  expect(calls).toEqual(['state', 'part', 'part', 'finish']);
});

/** The client for a program on the clerk's own machine. */
import { afterEach, expect, it, vi } from 'vitest';
import { callLocal } from './local-client.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for JSON or text at the local address and sends no token', async () => {
  const fetched = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response('{"ok":true}', { headers: { 'Content-Type': 'application/json' } }),
  );
  vi.stubGlobal('fetch', fetched);
  await expect(callLocal('/print', { text: '小票' })).resolves.toEqual({ ok: true });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('http://localhost:3000/print');
  expect(init?.headers).toEqual({
    Accept: 'application/json, text/plain, */*',
    'Content-Type': 'application/json',
  });
});

it('takes plain text as it is and says when nothing answers', async () => {
  vi.stubGlobal('fetch', async () => new Response('READY', { headers: { 'Content-Type': 'text/plain' } }));
  await expect(callLocal('/state')).resolves.toBe('READY');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(callLocal('/state')).rejects.toMatchObject({ errorcode: -1 });
});

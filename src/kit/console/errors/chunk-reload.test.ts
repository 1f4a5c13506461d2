/** The reload rule after code that cannot be fetched. */
import { afterEach, expect, it, vi } from 'vitest';
import { isChunkError, loadChunk, mayReload, reloadEveryMs } from './chunk-reload.ts';

const chunkError = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

afterEach(() => vi.unstubAllGlobals());

function stubBrowser() {
  const stored = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal('sessionStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
  });
  vi.stubGlobal('window', { location: { reload } });
  return reload;
}

it('reloads once a minute at most', () => {
  expect(mayReload(undefined, 1000)).toBe(true);
  expect(mayReload(1000, 1000 + reloadEveryMs - 1)).toBe(false);
  expect(mayReload(1000, 1000 + reloadEveryMs)).toBe(true);
});

it('knows a failed import from a bug', () => {
  expect(isChunkError(chunkError())).toBe(true);
  expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
});

it('tries once more before anything else', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError()).mockResolvedValueOnce('page');
  await expect(loadChunk(load)).resolves.toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
});

it('then reloads, and fails when it did so lately', async () => {
  const reload = stubBrowser();
  const settled = vi.fn();
  void loadChunk(() => Promise.reject(chunkError())).then(settled, settled);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(settled).not.toHaveBeenCalled();
  await expect(loadChunk(() => Promise.reject(chunkError()))).rejects.toThrow('dynamically imported');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not retry a bug', async () => {
  const load = vi.fn().mockRejectedValue(new Error('boom'));
  await expect(loadChunk(load)).rejects.toThrow('boom');
  expect(load).toHaveBeenCalledTimes(1);
});

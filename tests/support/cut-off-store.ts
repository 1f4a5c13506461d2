/** A store behind which the process ends: what is put lies there whole, and whoever put it never goes on. */
import type { FileStore } from '../../src/kit/server/files/store.ts';

export function cutOffStore(under: FileStore): { store: FileStore; key: Promise<string> } {
  let lies!: (key: string) => void;
  const key = new Promise<string>((resolve) => {
    lies = resolve;
  });
  const put: FileStore['put'] = async (at, content) => {
    await under.put(at, content);
    lies(at);
    return new Promise(() => undefined);
  };
  return { store: { ...under, put }, key };
}

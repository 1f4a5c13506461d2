/** Pictures for paper: fetched and decoded before the sheet is drawn, since a printer does not wait for them. */
import { send } from '../http/client.ts';
import { imageUrl, loadSite } from '../http/site.ts';
import { needsSession } from './use-picture.ts';

/** Address of one; undefined where it may not be seen or is no picture. */
async function load(key: string): Promise<string | undefined> {
  let url = imageUrl(key, await loadSite());
  if (needsSession(key)) {
    const answer = await send(`/files/${key}`, undefined, { method: 'GET' });
    if (!answer.ok) return undefined;
    url = URL.createObjectURL(await answer.blob());
  }
  const image = new Image();
  image.src = url;
  await image.decode();
  return url;
}

/** Addresses by key, of those that are there; they hold until the print dialog is closed. */
export async function loadPictures(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await Promise.all(
    [...new Set(keys)].map(async (key) => {
      const url = await load(key).catch(() => undefined);
      if (url) found.set(key, url);
    }),
  );
  const release = () => {
    for (const url of found.values()) if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  };
  window.addEventListener('afterprint', release, { once: true });
  return found;
}

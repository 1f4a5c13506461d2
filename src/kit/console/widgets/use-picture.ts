/** Address a stored picture can be shown from. All but those meant for everybody are fetched with the session's token. */
import { useEffect, useState } from 'react';
import { send } from '../http/client.ts';
import { imageUrl } from '../http/site.ts';
import { useSite } from './use-site.ts';

/** Is the file seen only with a session? */
export const needsSession = (key: string): boolean => /^(face|signature|attachment|image|evidence)\//.test(key);

/** Undefined while it comes, and where there is none or it may not be seen. */
export function usePicture(key: string | null | undefined): string | undefined {
  const site = useSite();
  const [fetched, setFetched] = useState<{ key: string; url: string }>();
  const own = key && needsSession(key) ? key : undefined;
  useEffect(() => {
    if (!own) return;
    const leaving = new AbortController();
    let url: string | undefined;
    const read = async () => {
      const answer = await send(`/files/${own}`, undefined, { method: 'GET', signal: leaving.signal });
      if (!answer.ok) return;
      const blob = await answer.blob();
      if (leaving.signal.aborted) return;
      url = URL.createObjectURL(blob);
      setFetched({ key: own, url });
    };
    // Without an answer the picture's name stands in its place.
    read().catch(() => undefined);
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [own]);
  if (!key) return undefined;
  return own ? (fetched?.key === own ? fetched.url : undefined) : imageUrl(key, site);
}

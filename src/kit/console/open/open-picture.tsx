/** A picture an open page names: fetched with the page's code when it comes near the screen, since the address alone opens nothing. */
import { useEffect, useRef, useState } from 'react';
import { fetchOpenFile } from './fetch-open-file.ts';

/** Pixels below the screen from which a picture is fetched. */
const ahead = '300px';

/** Keeps its place while the picture comes, and when it cannot be had. */
export function OpenPicture({
  pictureKey,
  label,
  className,
}: {
  pictureKey: string;
  label: string;
  className: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const show = async () => {
      const blob = await fetchOpenFile(pictureKey, leaving.signal);
      if (!blob || leaving.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        // Without the picture its place stays empty.
        show().catch(() => undefined);
      },
      { rootMargin: ahead },
    );
    if (place.current) watch.observe(place.current);
    return () => {
      leaving.abort();
      watch.disconnect();
      if (made) URL.revokeObjectURL(made);
    };
  }, [pictureKey]);
  return (
    <div ref={place} className={className}>
      {url ? <img src={url} alt={label} /> : null}
    </div>
  );
}

/** A film an open page names: played without sound from memory, since browsers start nothing that makes a noise by itself. */
import { useEffect, useState } from 'react';
import { fetchOpenFile } from './fetch-open-file.ts';

/** Larger ones are left to native screens: a browser would hold all of it. */
const mostBytes = 100 * 1024 * 1024;

export function OpenFilm({
  fileKey,
  label,
  className,
  onFail,
}: {
  fileKey: string;
  label: string;
  className: string;
  /** It is too large, is not there, or is coded in a way the browser does not play. */
  onFail(): void;
}) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    fetchOpenFile(fileKey, leaving.signal, mostBytes).then(
      (blob) => {
        if (leaving.signal.aborted) return;
        if (!blob) return onFail();
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => leaving.signal.aborted || onFail(),
    );
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [fileKey, onFail]);
  return (
    <div className={className}>
      {url ? <video src={url} aria-label={label} autoPlay muted loop playsInline onError={onFail} /> : null}
    </div>
  );
}

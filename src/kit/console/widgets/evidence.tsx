/** What a terminal photographed or filmed: a small picture or a word in the list, the whole of it when pressed. */
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../errors/chunk-reload.ts';
import { usePicture } from './use-picture.ts';

const Viewer = lazy(() => loadChunk(() => import('./evidence-viewer.tsx')));

/** Is the file of this key a film? */
export const isClip = (key: string): boolean => key.endsWith('.mp4');

export function Evidence({ fileKey, label }: { fileKey: string; label: string }) {
  const [open, setOpen] = useState(false);
  const clip = isClip(fileKey);
  const url = usePicture(clip ? undefined : fileKey);
  return (
    <>
      <button
        type="button"
        className="k-link"
        title={clip ? '播放' : `查看${label}`}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {url ? <img className="k-thumb" loading="lazy" alt={label} src={url} /> : clip ? '播放' : label}
      </button>
      {open && (
        <Suspense>
          <Viewer fileKey={fileKey} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

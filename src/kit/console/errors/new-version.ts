/** Notices a deploy: the entry script named in index.html has another hash than the one that runs. */

const lookEveryMs = 5 * 60_000;

/** Address of the entry script in an index page; undefined when there is none with a hash (a development server). */
export function entryScript(html: string): string | undefined {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0];
  const src = tag ? /\bsrc="([^"]+)"/.exec(tag)?.[1] : undefined;
  return src?.startsWith('/assets/') ? src : undefined;
}

/** Calls back once when a new version is served; looks every five minutes and when the window is looked at again. */
export function watchVersion(onNew: () => void): () => void {
  const running = entryScript(document.head.innerHTML + document.body.innerHTML);
  if (!running) return () => undefined;
  let told = false;
  const look = async () => {
    if (told || document.visibilityState !== 'visible' || !navigator.onLine) return;
    try {
      const answer = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
      const served = answer.ok ? entryScript(await answer.text()) : undefined;
      if (told || !served || served === running) return;
      told = true;
      onNew();
    } catch {
      // Not reachable now; the next look tells.
    }
  };
  const onLook = () => void look();
  const timer = setInterval(onLook, lookEveryMs);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onLook);
  };
}

/** The thin bar while a page loads: appears after 200 ms, fills over 5 s (product spec §9). */
import { useEffect, useSyncExternalStore } from 'react';

const throttleMs = 200;
let running = 0;
let visible = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setVisible(next: boolean): void {
  if (visible === next) return;
  visible = next;
  for (const listener of listeners) listener();
}

/** Starts one load; the returned function ends it. The bar shows while any load runs. */
export function startProgress(): () => void {
  running += 1;
  timer ??= setTimeout(() => setVisible(running > 0), throttleMs);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    if (running > 0) return;
    clearTimeout(timer);
    timer = undefined;
    setVisible(false);
  };
}

export function ProgressBar() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => visible,
  );
  return shown ? <div className="oc-progress" role="progressbar" aria-label="页面载入中" /> : null;
}

/** What a page shows while its code is fetched: nothing for a moment, then the shape of what comes. */
export function PageLoading() {
  useEffect(() => startProgress(), []);
  return (
    <div className="oc-page-loading" role="status" aria-label="正在载入页面">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

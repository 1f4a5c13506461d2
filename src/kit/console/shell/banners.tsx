/** The strips over the pages: the connection is gone; a new version is there; the right to the page ends; somebody asks the account's holder. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../errors/chunk-reload.ts';
import { watchVersion } from '../errors/new-version.ts';
import { useAdmin } from '../session/admin.ts';

const Matters = lazy(() => loadChunk(() => import('./matters.tsx')));

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Is the browser connected? */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

export function Banners({ warning }: { warning: string | undefined }) {
  const online = useOnline();
  const { matters } = useAdmin();
  const [outdated, setOutdated] = useState(false);
  useEffect(() => watchVersion(() => setOutdated(true)), []);
  return (
    <div className="oc-banners" aria-live="polite">
      {online ? null : (
        <p className="oc-banner oc-banner-warning" data-part="offline">
          网络已断开，正在等待恢复。未保存的内容请不要关闭页面。
        </p>
      )}
      {outdated ? (
        <p className="oc-banner" data-part="new-version">
          系统已更新，刷新页面后使用新版本。
          <button type="button" onClick={() => window.location.reload()}>
            立即刷新
          </button>
          <button type="button" onClick={() => setOutdated(false)}>
            稍后
          </button>
        </p>
      ) : null}
      {warning ? (
        <p className="oc-banner oc-banner-warning" data-part="warning">
          {warning}
        </p>
      ) : null}
      {matters ? (
        <Suspense fallback={null}>
          <Matters />
        </Suspense>
      ) : null}
    </div>
  );
}

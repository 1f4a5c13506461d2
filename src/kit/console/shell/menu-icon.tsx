/** The icon a menu names in `iconCls`; nothing where no icon is named. */
import { lazy, Suspense } from 'react';
import { loadChunk } from '../errors/chunk-reload.ts';

const NamedIcon = lazy(() => loadChunk(() => import('./icon-set.tsx')));

export function MenuIcon({ name }: { name: string | undefined }) {
  return name ? (
    <Suspense fallback={<span className="oc-icon-room" />}>
      <NamedIcon name={name} />
    </Suspense>
  ) : null;
}

/** The outermost screens. Signing in is in the first bundle; the shell and everything below it is fetched. */
import { lazy, Suspense } from 'react';
import { PageBoundary } from '../errors/boundary.tsx';
import { loadChunk } from '../errors/chunk-reload.ts';
import { ErrorPage, notFoundMessage } from '../errors/error-page.tsx';
import { storedToken } from '../http/token.ts';
import { passageTo } from '../nav/guards.ts';
import { goSurface, surfaceOf, useSurface } from '../nav/surface.ts';
import { preloadAdmin } from '../session/load-admin.ts';
import { startLooks } from '../session/looks.ts';
import type { Product } from '../session/product.ts';
import { Entry } from './entry.tsx';
import LoginPage from './login-page.tsx';
import { NotCore } from './not-core.tsx';

startLooks();

const fetchShell = () => loadChunk(() => import('../shell/shell.tsx'));
const Shell = lazy(fetchShell);

// Both take a round trip: ask who is signed in while the shell's code is on its way.
if (surfaceOf(window.location.pathname) === 'admin' && storedToken()) {
  preloadAdmin();
  fetchShell().catch(() => undefined);
}

const loading = (
  <div className="oc-full-loading" role="status">
    <span className="oc-spinner" />
    正在载入…
  </div>
);

const reload = () => window.location.reload();

export function Console({ product }: { product: Product }) {
  return (
    <PageBoundary onRetry={reload}>
      <Surfaces product={product} />
    </PageBoundary>
  );
}

function Surfaces({ product }: { product: Product }) {
  const surface = useSurface();
  const passage = passageTo(surface);
  if ('status' in passage) return <ErrorPage status={passage.status} message={passage.message} />;
  if (passage.to !== undefined) return <Redirect to={passage.to} />;
  switch (surface) {
    case 'entry':
      return <Entry go={goSurface} />;
    case 'login':
      return (
        <LoginPage
          title={product.title}
          warmUp={() => void fetchShell().catch(() => undefined)}
          onSignedIn={goSurface}
        />
      );
    case 'not-core':
      return <NotCore />;
    case 'admin':
      return (
        <Suspense fallback={loading}>
          <Shell product={product} />
        </Suspense>
      );
    case 'unknown':
      return (
        <main data-page="error" style={{ height: '100%' }}>
          <ErrorPage status={404} message={notFoundMessage} />
        </main>
      );
  }
}

function Redirect({ to }: { to: string }) {
  queueMicrotask(() => goSurface(to));
  return loading;
}

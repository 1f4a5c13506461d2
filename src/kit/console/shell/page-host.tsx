/** One tab's page: finds it, checks that it is granted, fetches it and shows it inside `main[data-page]`. */
import { memo, Suspense, useEffect, useState } from 'react';
import { PageBoundary } from '../errors/boundary.tsx';
import { ErrorPage, notFoundMessage } from '../errors/error-page.tsx';
import type { Tab } from '../nav/tabs.ts';
import { activateTab, refreshTab, tabsState } from '../nav/tabs-store.ts';
import { TabContext } from '../nav/use-tab.ts';
import { type FoundPage, findPage } from '../registry/find-page.ts';
import { askAhead, type LoadedPage, loadPage, wholeOf } from '../registry/load-page.ts';
import { useAdmin } from '../session/admin.ts';
import { can } from '../session/can.ts';
import { normalMenus, trailOf } from './menus.ts';
import { PageLoading } from './progress.tsx';
import { queryClient } from './query-client.ts';

const goHome = () => activateTab(tabsState().tabs[0]?.id ?? '');

/** How long a page that is there waits for its first rows: showing them at once is one rendering instead of two. */
const rowsPatienceMs = 80;

/** The rows a list opens with, or the end of patience. A failure is met again, and shown, by the list itself. */
const firstRows = (found: FoundPage, query: Tab['query']): Promise<void> =>
  Promise.race([
    askAhead(found, query, queryClient).catch(() => undefined),
    loadPage(found).then(() => new Promise<void>((done) => setTimeout(done, rowsPatienceMs))),
  ]);

/**
 * The page's parts, undefined until they are there; throws what their fetching threw. No Suspense: React holds back
 * what follows a fallback for 300 ms, and a page is often there sooner.
 */
function useLoaded(found: FoundPage, query: Tab['query']): LoadedPage | undefined {
  const [state, setState] = useState<{ page?: LoadedPage | undefined; error?: unknown; failed?: boolean }>({});
  const [asked] = useState(() => {
    const all = Promise.all([loadPage(found), firstRows(found, query)]);
    all.catch(() => undefined);
    return all;
  });
  useEffect(() => {
    let gone = false;
    asked.then(
      ([page]) => {
        if (!gone) setState({ page });
      },
      (error: unknown) => {
        if (!gone) setState({ error, failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [asked]);
  if (state.failed) throw state.error;
  return state.page;
}

function Page({ found, query }: { found: FoundPage; query: Tab['query'] }) {
  const loaded = useLoaded(found, query);
  if (!loaded) return <PageLoading />;
  const { spec, view, Screen } = loaded;
  const Whole = wholeOf(found, view);
  if (Whole) return <Whole path={found.page} spec={spec} />;
  if (Screen) return <Screen path={found.page} spec={spec} view={view} part={found.part} />;
  return <ErrorPage status={500} />;
}

/** May this page be opened at all? */
function useGranted(found: FoundPage | undefined): boolean {
  const admin = useAdmin();
  if (!found || found.entry.everyone || found.page === admin.home) return true;
  return can(found.page, 'query') || trailOf(normalMenus(admin.menus), found.page).length > 0;
}

export const PageHost = memo(function PageHost({ tab }: { tab: Tab }) {
  const found = findPage(tab.path);
  const granted = useGranted(found);
  return (
    <TabContext value={tab}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a page that scrolls must be reachable by keyboard */}
      <main className="oc-page" data-page={tab.path} tabIndex={0} aria-label={tab.title}>
        {!found ? (
          <ErrorPage status={404} message={notFoundMessage} onHome={goHome} />
        ) : !granted ? (
          <ErrorPage status={403} message="当前账号没有此页面的权限，如需使用请联系管理员。" onHome={goHome} />
        ) : (
          <PageBoundary key={tab.path} onRetry={() => void refreshTab(tab.id)} onHome={goHome}>
            <Suspense fallback={<PageLoading />}>
              <Page found={found} query={tab.query} />
            </Suspense>
          </PageBoundary>
        )}
      </main>
    </TabContext>
  );
});

/** Tabs of one page: several pictures of the same thing, its list among them. */
import { Segmented, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTab, useTabState } from '../nav/use-tab.ts';
import type { PageProps } from '../view.ts';

const ListScreen = lazy(() => import('../screens/list/list-screen.tsx'));

export interface PageTab {
  key: string;
  label: string;
  /** Left out: the page's own list. */
  show?: (page: PageProps) => ReactNode;
}

/**
 * The first tab is shown first, unless the address searches the list. `children` stand beside the choice. The one chosen outlives a reload with its tab; `?tab=` of an
 * address chooses too.
 */
export function PageTabs({
  page,
  tabs,
  children,
}: {
  page: PageProps;
  tabs: readonly PageTab[];
  children?: ReactNode;
}) {
  const { query } = useTab();
  const { tab: asked, ...search } = query;
  const list = tabs.find((tab) => !tab.show)?.key;
  const first = asked ?? (Object.keys(search).length > 0 ? list : undefined) ?? tabs[0]!.key;
  const [chosen, choose] = useTabState('page-tab', first);
  const tab = tabs.find(({ key }) => key === chosen) ?? tabs[0]!;
  return (
    <div className="k-tabbed">
      <div className="k-tabs-bar">
        <Segmented
          aria-label="视图"
          value={tab.key}
          options={tabs.map(({ key, label }) => ({ value: key, label }))}
          onChange={choose}
        />
        {children}
      </div>
      <Suspense fallback={<Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />}>
        {tab.show ? tab.show(page) : <ListScreen path={page.path} spec={page.spec} view={undefined} />}
      </Suspense>
    </div>
  );
}

/** Tabs of one page: several pictures of the same thing, its list among them. */
import { Segmented, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { replaceTab } from '../nav/tabs-store.ts';
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
 * The first tab is shown first, unless the address searches the list. `children` stand beside the choice. The one chosen
 * outlives a reload with its tab; `?tab=` of an address chooses too, also of a link into the page that stands open.
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
  const { id, query } = useTab();
  const { tab: named, ...search } = query;
  const list = tabs.find((tab) => !tab.show)?.key;
  const asked = named ?? (Object.keys(search).length > 0 ? list : undefined);
  const [chosen, choose] = useTabState('page-tab', asked ?? tabs[0]!.key);
  const [followed, follow] = useState(named === undefined ? asked : undefined);
  if (asked !== followed) {
    follow(asked);
    if (asked !== undefined) choose(asked);
  }
  // What the address asked for is over with the choice of another: asked for again it is followed again.
  const press = (key: string) => {
    choose(key);
    if (named !== undefined) replaceTab({ path: page.path, query: {} }, { id });
  };
  const tab = tabs.find(({ key }) => key === chosen) ?? tabs[0]!;
  return (
    <div className="k-tabbed">
      <div className="k-tabs-bar">
        <Segmented
          aria-label="视图"
          value={tab.key}
          options={tabs.map(({ key, label }) => ({ value: key, label }))}
          onChange={press}
        />
        {children}
      </div>
      <Suspense fallback={<Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />}>
        {tab.show ? tab.show(page) : <ListScreen path={page.path} spec={page.spec} view={undefined} />}
      </Suspense>
    </div>
  );
}

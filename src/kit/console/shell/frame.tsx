/** The frame around all pages: menu, bars, tabs, footer, and the watches that run while somebody is signed in. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { clock } from '../clock.ts';
import { loadChunk } from '../errors/chunk-reload.ts';
import { loadSite, type Site } from '../http/site.ts';
import { markNoticed, noticed } from '../http/token.ts';
import { isLeaving } from '../nav/leaving.ts';
import { currentTab } from '../nav/tabs.ts';
import { useTabs } from '../nav/use-tab.ts';
import { accountType, useAdmin } from '../session/admin.ts';
import { IdleWatch } from '../session/idle-watch.tsx';
import type { Product } from '../session/product.ts';
import { askSubscription, isDue, type SubscriptionNotice, telling } from '../session/subscription.ts';
import { useNarrow } from '../widgets/use-narrow.ts';
import { Aside } from './aside.tsx';
import { Banners } from './banners.tsx';
import { Breadcrumbs, hasHeadingAbove } from './breadcrumbs.tsx';
import { Dialogs } from './dialogs.tsx';
import { Footer } from './footer.tsx';
import { ProgressBar } from './progress.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabHost } from './tab-host.tsx';
import { TopBar } from './top-bar.tsx';
import { useMenus } from './use-menus.ts';
import { useShortcuts } from './use-shortcuts.ts';

const SubscriptionDialog = lazy(() => loadChunk(() => import('./subscription-notice.tsx')));
const foldedKey = 'onecard.navFolded';
/** Narrower windows start with the menu folded, whatever was chosen in wider ones. */
const roomy = '(min-width: 1100px)';

const startsExpanded = (): boolean => window.matchMedia(roomy).matches && localStorage.getItem(foldedKey) !== '1';

/** A tablet that is turned has room for the menu lying and none standing. */
function useTurns(turned: () => void): void {
  useEffect(() => {
    const media = window.matchMedia(roomy);
    media.addEventListener('change', turned);
    return () => media.removeEventListener('change', turned);
  }, [turned]);
}

/** The notice of organizations and contractors; asked once when the shell starts, and told once per sign-in and day. */
function useSubscription(): [SubscriptionNotice | undefined, () => void] {
  const admin = useAdmin();
  const type = accountType(admin);
  const [notice, setNotice] = useState<SubscriptionNotice>();
  useEffect(() => {
    if (type !== 'ORGANIZATION' && type !== 'CONTRACTOR') return;
    askSubscription().then(
      (found) => {
        const now = clock.now();
        if (found && isDue(found, now) && noticed() !== telling(found, admin.id, now)) setNotice(found);
      },
      () => undefined,
    );
  }, [type, admin.id]);
  const close = () => {
    if (notice) markNoticed(telling(notice, admin.id, clock.now()));
    setNotice(undefined);
  };
  return [notice, close];
}

/** The browser's own tab says which page of which unit it holds; on leaving, the product again. */
function useWindowTitle(page: string, unit: string | undefined, product: string): void {
  useEffect(() => {
    document.title = [page, unit, product].filter(Boolean).join(' · ');
    return () => {
      document.title = product;
    };
  }, [page, unit, product]);
}

/** Asks before the whole console closes with unsaved input in any tab. */
function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}

export function Frame({ product }: { product: Product }) {
  const admin = useAdmin();
  const tabs = useTabs();
  const tab = currentTab(tabs);
  const menus = useMenus(admin, tab.path);
  const [expanded, setExpanded] = useState(startsExpanded);
  const [site, setSite] = useState<Site>();
  const [notice, closeNotice] = useSubscription();
  useShortcuts();
  useWindowTitle(tab.title, admin.belong?.name, product.title);
  useUnloadGuard(tabs.tabs.some((t) => t.dirty));
  useEffect(() => {
    void loadSite().then(setSite);
  }, []);

  const narrow = useNarrow();
  const [drawer, setDrawer] = useState(false);
  const open = narrow ? drawer : expanded;
  const toggle = useCallback(() => {
    if (narrow) {
      setDrawer(!drawer);
      return;
    }
    if (window.matchMedia(roomy).matches) localStorage.setItem(foldedKey, expanded ? '1' : '0');
    setExpanded(!expanded);
  }, [narrow, drawer, expanded]);
  const close = useCallback(() => setDrawer(false), []);
  useTurns(useCallback(() => setExpanded(startsExpanded()), []));
  return (
    <div className="oc-shell" data-expanded={open}>
      <a className="oc-skip" href="#oc-content">
        跳到页面内容
      </a>
      <ProgressBar />
      {narrow && drawer ? (
        <button type="button" className="oc-curtain" aria-label="收起菜单" tabIndex={-1} onClick={close} />
      ) : null}
      <Aside
        expanded={open}
        {...(narrow && { areas: menus.top, onSelectArea: menus.activate, onLeave: close })}
        groups={menus.active?.children ?? []}
        topName={menus.active?.name ?? ''}
        activeUrl={menus.activeUrl}
        title={product.shortTitle}
        home={admin.home}
      />
      <TopBar
        product={product}
        top={menus.top}
        onSelectTop={menus.activate}
        expanded={open}
        onToggle={toggle}
        {...(narrow && { here: tab.title, heading: hasHeadingAbove(tab) })}
      />
      <TabBar />
      <div className="oc-content" id="oc-content" tabIndex={-1}>
        <Banners warning={menus.trail.at(-1)?.warning} />
        <Breadcrumbs trail={menus.trail} tab={tab} />
        <TabHost />
      </div>
      <Footer site={site} />
      <Dialogs menus={menus.all} />
      <IdleWatch />
      {notice ? (
        <Suspense fallback={null}>
          <SubscriptionDialog notice={notice} settlementPath={product.settlementPath} onClose={closeNotice} />
        </Suspense>
      ) : null}
    </div>
  );
}

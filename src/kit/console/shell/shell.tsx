/** The admin area: asks who is signed in under a full-screen indicator, then mounts the frame with its tabs. */
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCNModule from 'antd/es/locale/zh_CN.js';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../errors/boundary.tsx';
import { loadChunk } from '../errors/chunk-reload.ts';
import { ErrorPage } from '../errors/error-page.tsx';
import { ApiError } from '../http/client.ts';
import { onSessionElsewhere } from '../http/token.ts';
import type { Query } from '../nav/location.ts';
import { goSurface } from '../nav/surface.ts';
import { startTabs, tabsState } from '../nav/tabs-store.ts';
import { canonicalPath, titleOf } from '../registry/find-page.ts';
import { keepLoaded } from '../registry/load-page.ts';
import { AdminContext, type AdminInfo, identityStamp } from '../session/admin.ts';
import { restartAt } from '../session/leave.ts';
import { loadAdmin } from '../session/load-admin.ts';
import { useDark } from '../session/looks.ts';
import type { Product } from '../session/product.ts';
import { forFingers, type Theme, theme } from '../theme.ts';
import { confirmAction, FeedbackHolder } from './feedback.tsx';
import { Frame } from './frame.tsx';
import { menuPages, normalMenus } from './menus.ts';
import { dropPages, queryClient } from './query-client.ts';
import { watchMenus } from './watch-menus.ts';
import '../widgets/widgets.css';
import './shell.css';
import '../fingers.css';

type Locale = NonNullable<Parameters<typeof ConfigProvider>[0]['locale']>;
// The package is typed as CommonJS: its default export may arrive one level deeper than at run time.
const zhCN = ((zhCNModule as { default?: unknown }).default ?? zhCNModule) as Locale;

const PasswordGate = lazy(() => loadChunk(() => import('./password-gate.tsx')));

/** Starts the tabs of an administrator; a title comes from the page, else from the menu. */
function startTabsOf(admin: AdminInfo): () => void {
  const menus = normalMenus(admin.menus);
  const names = new Map(menuPages(menus).map((p) => [p.path, p.title]));
  const title = (path: string, query: Query) => titleOf(path, query, (page) => names.get(page));
  return startTabs({
    owner: identityStamp(admin),
    home: admin.home,
    homeTitle: names.get(admin.home) ?? title(admin.home, {}) ?? '首页',
    titleOf: title,
    canonical: canonicalPath,
    mayDiscard: (titles) =>
      confirmAction(`「${titles.join('」「')}」有未保存的内容，关闭后不会保留。`, {
        okText: '放弃并关闭',
        danger: true,
      }),
    onRefresh: (path) => dropPages([path], []),
    onClosed: (paths) => {
      const open = tabsState().tabs.map((t) => t.path);
      dropPages(paths, open);
      keepLoaded(open);
    },
  });
}

/** A tablet or phone, whose controls have to be big enough; asked once, the device does not change under the clerk. */
const fingers = window.matchMedia('(pointer: coarse)').matches;

export default function Shell({ product }: { product: Product }) {
  const [admin, setAdmin] = useState<AdminInfo>();
  const [refusal, setRefusal] = useState<ApiError>();
  const dark = useDark();
  const [night, setNight] = useState<Theme>();
  const shown = useRef(false);

  const ask = useCallback(() => {
    setRefusal(undefined);
    loadAdmin().then(
      (answer) => {
        if (!answer.mustChangePassword && normalMenus(answer.menus).length === 0) goSurface('/not-core');
        else setAdmin(answer);
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.errorcode === 1001) return;
        if (error instanceof ApiError && error.errorcode > 0) {
          setRefusal(error);
          return;
        }
        // Product spec §8: a failing admin-info call is logged and leads to signing in.
        console.error(error);
        goSurface('/login');
      },
    );
  }, []);

  useEffect(ask, [ask]);
  useEffect(() => {
    if (dark) loadChunk(() => import('../dark-theme.ts')).then(({ darkTheme }) => setNight(darkTheme), console.error);
  }, [dark]);
  const menus = admin?.menus;
  useEffect(() => menus && watchMenus(menus, (now) => setAdmin((was) => was && { ...was, menus: now })), [menus]);
  useEffect(() => onSessionElsewhere((what) => restartAt(what === 'gone' ? '/login' : '/admin')), []);

  if (refusal) return <ErrorPage {...describeError(refusal)} onRetry={ask} />;
  // It does not begin by day what it would go on with by night; once it shows, nothing takes it away again.
  shown.current ||= admin !== undefined && (!dark || night !== undefined);
  if (!admin || !shown.current)
    return (
      <div className="oc-full-loading" role="status">
        <span className="oc-spinner" />
        正在载入…
      </div>
    );
  if (admin.mustChangePassword)
    return (
      <Suspense fallback={null}>
        <PasswordGate
          onDone={() => {
            setAdmin(undefined);
            ask();
          }}
        />
      </Suspense>
    );
  return (
    <ConfigProvider
      locale={zhCN}
      theme={fingers ? forFingers((dark && night) || theme) : (dark && night) || theme}
      componentSize="small"
      button={{ autoInsertSpace: false }}
    >
      <App component={false} message={{ maxCount: 3 }}>
        <FeedbackHolder />
        <QueryClientProvider client={queryClient}>
          <AdminContext value={admin}>
            <Tabs admin={admin} product={product} />
          </AdminContext>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** Runs the tabs for as long as the frame shows. */
function Tabs({ admin, product }: { admin: AdminInfo; product: Product }) {
  const [stop] = useState(() => startTabsOf(admin));
  useEffect(() => stop, [stop]);
  return <Frame product={product} />;
}

/** The 60 px bar: fold button, top items, palette, work that waits, exports, announcements, the user. */
import {
  CloudDownloadOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  NotificationOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { memo } from 'react';
import { accountType, identityStamp, useAdmin } from '../session/admin.ts';
import { unreadOf, useNotices } from '../session/notices.ts';
import type { Product } from '../session/product.ts';
import { LooksMenu } from './looks-menu.tsx';
import type { TopItem } from './menus.ts';
import { showOverlay } from './overlays.ts';
import { Badge, TaskBell } from './task-bell.tsx';
import { TopNav } from './top-nav.tsx';
import { useReminders } from './use-reminders.ts';
import { UserMenu } from './user-menu.tsx';

interface Props {
  product: Product;
  top: readonly TopItem[];
  onSelectTop(id: string): void;
  expanded: boolean;
  onToggle(): void;
  /** One column: the page's title instead of the top items, which stand in the menu. */
  here?: string;
  /** The title is the page's heading. */
  heading?: boolean;
}

export const TopBar = memo(function TopBar({ product, top, onSelectTop, expanded, onToggle, here, heading }: Props) {
  const admin = useAdmin();
  const reminders = useReminders(identityStamp(admin));
  const counted = accountType(admin) === 'ORGANIZATION';
  const unread = unreadOf(useNotices().data);
  return (
    <header className="oc-topbar">
      <button
        type="button"
        className="oc-tool"
        aria-label={expanded ? '收起菜单' : '展开菜单'}
        aria-expanded={expanded}
        title={expanded ? '收起菜单' : '展开菜单'}
        onClick={onToggle}
      >
        {expanded ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      {here === undefined ? (
        <TopNav items={top} onSelect={onSelectTop} />
      ) : heading ? (
        <h1 className="oc-here">{here}</h1>
      ) : (
        <b className="oc-here">{here}</b>
      )}
      <div className="oc-tools">
        <button
          type="button"
          className="oc-search"
          title="查找页面、人员、交易（Ctrl+K）"
          aria-label="查找页面、人员、交易 Ctrl K"
          onClick={() => showOverlay('palette')}
        >
          <SearchOutlined />
          <kbd>Ctrl K</kbd>
        </button>
        {counted ? <TaskBell tasks={reminders.tasks} kinds={product.tasks} /> : null}
        <button
          type="button"
          className="oc-tool"
          aria-label={counted && reminders.exports > 0 ? `导出中心 ${reminders.exports}` : '导出中心'}
          title="导出中心"
          onClick={() => showOverlay('exports')}
        >
          <CloudDownloadOutlined />
          {counted ? <Badge count={reminders.exports} /> : null}
        </button>
        <button
          type="button"
          className="oc-tool"
          aria-label={unread > 0 ? `通知公告 ${unread} 条未读` : '通知公告'}
          title="通知公告"
          onClick={() => showOverlay('notices')}
        >
          <NotificationOutlined />
          {unread > 0 ? <i className="oc-unread" /> : null}
        </button>
        <LooksMenu />
        <UserMenu />
      </div>
    </header>
  );
});

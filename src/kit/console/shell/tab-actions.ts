/** What the tab menu offers for one tab. */
import { closingIds, type TabsState } from '../nav/tabs.ts';
import { closeTabs, refreshTab, reopenTab } from '../nav/tabs-store.ts';
import type { PopupItem } from './popup-menu.tsx';

/** The menu of tab `id`. */
export function tabActions(state: TabsState, id: string): PopupItem[] {
  const tab = state.tabs.find((t) => t.id === id);
  const ids = closingIds(state, id);
  const closing = (key: string, label: string, which: string[]): PopupItem => ({
    key,
    label,
    disabled: which.length === 0,
    onSelect: () => void closeTabs(which),
  });
  return [
    { key: 'refresh', label: '刷新', onSelect: () => void refreshTab(id) },
    closing('close', '关闭', tab?.closable ? [id] : []),
    closing('others', '关闭其他', ids.others),
    closing('left', '关闭左侧', ids.left),
    closing('right', '关闭右侧', ids.right),
    closing('all', '关闭全部', ids.all),
    {
      key: 'reopen',
      label: '重新打开刚关闭的',
      divided: true,
      disabled: state.closed.length === 0,
      onSelect: reopenTab,
    },
  ];
}

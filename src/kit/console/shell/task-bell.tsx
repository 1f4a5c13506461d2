/** Work that waits for an organization's clerks, counted; each line opens its page. */
import { BellOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { openTab } from '../nav/tabs-store.ts';
import { findPage } from '../registry/find-page.ts';
import type { Product } from '../session/product.ts';
import { type TaskCounts, taskTotal } from '../session/reminders.ts';
import { below, type PopupAnchor, PopupMenu } from './popup-menu.tsx';

/** A count as badges show it. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));

/** The red number on a button; the button's own name says what it counts. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? (
    <sup className="oc-badge" data-part="badge">
      {countText(count)}
    </sup>
  ) : null;
}

export function TaskBell({ tasks, kinds }: { tasks: TaskCounts; kinds: Product['tasks'] }) {
  const [menu, setMenu] = useState<PopupAnchor>();
  const total = taskTotal(tasks);
  return (
    <>
      <button
        type="button"
        className="oc-tool"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        aria-label={total > 0 ? `待办任务 ${total}` : '待办任务'}
        title="待办任务"
        onClick={(event) => setMenu(below(event.currentTarget, true))}
      >
        <BellOutlined />
        <Badge count={total} />
      </button>
      {menu ? (
        <PopupMenu
          label="待办任务"
          anchor={menu}
          onClose={() => setMenu(undefined)}
          items={kinds.map((kind) => ({
            key: kind.key,
            label: (
              <>
                <span>{kind.label}</span>
                <b data-task={kind.key}>{tasks[kind.key]}</b>
              </>
            ),
            // A count whose page is not there yet leads nowhere.
            disabled: findPage(kind.path.split('?')[0]!) === undefined,
            onSelect: () => openTab(kind.path),
          }))}
        />
      ) : null}
    </>
  );
}

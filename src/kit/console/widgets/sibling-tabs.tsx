/** Tabs between pages that are one thing to whoever works with them: a list, what belongs to it, and what is set up for it. */
import { Segmented } from 'antd';
import { replaceTab } from '../nav/tabs-store.ts';
import { can } from '../session/can.ts';

export interface SiblingTab {
  path: string;
  label: string;
  /** The page by whose rights it is opened, where that is another. */
  by?: string;
}

/** The page chosen takes the place of this one in the strip; those one may not open are left out. */
export function SiblingTabs({ path, tabs }: { path: string; tabs: readonly SiblingTab[] }) {
  const open = tabs.filter((tab) => can(tab.by ?? tab.path, 'query'));
  return (
    <div className="k-tabs-bar">
      <Segmented
        aria-label="视图"
        value={path}
        options={open.map((tab) => ({ value: tab.path, label: tab.label }))}
        onChange={(chosen) => replaceTab(chosen, { step: true })}
      />
    </div>
  );
}

/** Keeps the pages of all live tabs: the current one shows, the others keep state and DOM while their effects rest. */
import { Activity } from 'react';
import { useTabs } from '../nav/use-tab.ts';
import { PageHost } from './page-host.tsx';

/** DOM id of a tab's button and panel. */
export const tabDomId = (id: string, part: 'tab' | 'panel') => `oc-${part}-${encodeURIComponent(id)}`;

export function TabHost() {
  const { tabs, current, live } = useTabs();
  return (
    <div className="oc-host">
      {tabs
        .filter((tab) => tab.id === current || live.includes(tab.id))
        .map((tab) => (
          <div
            key={tab.id}
            className="oc-panel"
            role="tabpanel"
            id={tabDomId(tab.id, 'panel')}
            aria-labelledby={tabDomId(tab.id, 'tab')}
            data-tab={tab.id}
            data-current={tab.id === current}
          >
            <Activity mode={tab.id === current ? 'visible' : 'hidden'} key={tab.generation}>
              <PageHost tab={tab} />
            </Activity>
          </div>
        ))}
    </div>
  );
}

/** A link that opens a tab. Ctrl, middle or Shift click keeps the browser's meaning. */
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type LocationInput, locationText, toLocation } from './location.ts';
import { prefetchPage } from './prefetch.ts';
import { openTab } from './tabs-store.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: LocationInput;
  /** Title of the tab when it names a record. */
  tabTitle?: string;
}

/** True for a plain left click, which stays inside the console. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function Link({ to, tabTitle, onClick, onMouseEnter, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={locationText(toLocation(to))}
      onMouseEnter={(event) => {
        prefetchPage(toLocation(to).path);
        onMouseEnter?.(event);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        openTab(to, tabTitle === undefined ? {} : { title: tabTitle });
      }}
    />
  );
}

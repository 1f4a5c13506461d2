/** What the window has room for. */
import { useSyncExternalStore } from 'react';

const hearing = new Map<string, (listener: () => void) => () => void>();

/** The same function for the same question: another one would be subscribed anew with every drawing. */
function listenTo(query: string): (listener: () => void) => () => void {
  const known = hearing.get(query);
  if (known) return known;
  const made = (listener: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  hearing.set(query, made);
  return made;
}

const useMedia = (query: string): boolean =>
  useSyncExternalStore(listenTo(query), () => window.matchMedia(query).matches);

/**
 * Is the window a phone's, or a page enlarged to twice its size? The shell is then one column: the bars, the menu and tables beside
 * each other have no room. The style sheets say the same number.
 */
export const useNarrow = (): boolean => useMedia('(max-width: 767px)');

/** Is it a low screen's? What comes first leaves room for what comes next. */
export const useLow = (): boolean => useMedia('(max-height: 800px)');

/** Is the window a phone's, or a page enlarged to twice its size? The shell is then one column. */
import { useSyncExternalStore } from 'react';

/** Below this the bars, the menu and tables beside each other have no room; the style sheets say the same number. */
const query = '(max-width: 767px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);

/** Ways out of a session. Each drops tabs and kept state and loads the console anew, so nothing stays in memory. */
import { call } from '../http/client.ts';
import { dropToken } from '../http/token.ts';
import { startLeaving } from '../nav/leaving.ts';
import { forgetTabs } from '../nav/tab-memory.ts';

/** Forgets the identity here and loads `path` anew. */
export function restartAt(path: string): void {
  startLeaving('forget');
  forgetTabs();
  window.location.replace(path);
}

/** Signs out: errorcode 0 leads to /login. Any other code, or no answer, leaves too, since the token is dropped. */
export async function logout(): Promise<void> {
  try {
    await call('/admin/logout', undefined, { method: 'GET', anonymous: true });
  } finally {
    dropToken();
    restartAt('/login');
  }
}

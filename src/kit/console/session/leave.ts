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

/** Ends a session nobody works in: what its tabs hold waits in this browser for the same person's next sign-in. */
export async function leaveIdle(): Promise<void> {
  const { pathname, search } = window.location;
  try {
    await call('/admin/logout', undefined, { method: 'GET', anonymous: true });
  } finally {
    dropToken();
    startLeaving('keep');
    window.location.replace(`/login?${new URLSearchParams({ why: 'idle', from: pathname + search })}`);
  }
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

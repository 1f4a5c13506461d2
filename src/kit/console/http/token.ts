/** The bearer token and the stamp of whose it is, both in local storage so that all browser tabs share one sign-in. */

const tokenKey = 'onecard.token';
const stampKey = 'onecard.identity';
const noticedKey = 'onecard.noticed';

/** The stored token; undefined when nobody is signed in. */
export function storedToken(): string | undefined {
  return localStorage.getItem(tokenKey) || undefined;
}

/** Stores the token of an answer (sign-in or rotation). */
export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token);
}

/** Forgets the token, and what its sign-in has been told already. */
export function dropToken(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(noticedKey);
}

/** What this sign-in was told last and has answered; undefined at its beginning. */
export const noticed = (): string | undefined => localStorage.getItem(noticedKey) ?? undefined;

/** Notes that it has been told, for all browser tabs and until the sign-in ends. */
export const markNoticed = (what: string): void => localStorage.setItem(noticedKey, what);

/**
 * Says that another identity sits behind the token from now on. Rotation does not call it, so other browser tabs
 * can tell a renewed token from another person's.
 */
export function stampIdentity(stamp: string): void {
  if (localStorage.getItem(stampKey) !== stamp) localStorage.setItem(stampKey, stamp);
}

/**
 * Calls back when another browser tab signs out (`gone`) or takes another identity (`changed`).
 * Returns the function that stops listening.
 */
export function onSessionElsewhere(listener: (what: 'gone' | 'changed') => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.storageArea !== localStorage) return;
    if (event.key === null || (event.key === tokenKey && !event.newValue)) listener('gone');
    else if (event.key === stampKey && event.oldValue !== null && event.newValue !== event.oldValue)
      listener('changed');
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}

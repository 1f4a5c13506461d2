/** Light or dark, and how high rows are: the account's choice, remembered here for the screens before anybody has signed in. */
import { useSyncExternalStore } from 'react';
import type { Looks } from '../../define/looks.ts';
import { post } from '../http/client.ts';

const key = 'onecard.looks';
const night = window.matchMedia('(prefers-color-scheme: dark)');

function remembered(): Looks {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Looks;
  } catch {
    return {};
  }
}

let looks = remembered();
const listeners = new Set<() => void>();

/**
 * What is shown. Nothing but `show` looks at the system's wish: whoever reads it between its change and the event of that change
 * takes the event away, and the page would stay as it was.
 */
let dark = false;

function show(): void {
  dark = looks.theme === 'dark' || (looks.theme !== 'light' && night.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Colours the page as remembered, and from now on as the system changes and other tabs choose. */
export function startLooks(): void {
  night.addEventListener('change', show);
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    looks = remembered();
    show();
  });
  show();
}

/** What the account chose takes the place of what this machine remembers. */
export function takeLooks(chosen: Looks): void {
  looks = chosen;
  localStorage.setItem(key, JSON.stringify(chosen));
  show();
}

/** Shown at once. One that could not be stored is no reason to disturb the clerk: this machine remembers it. */
export function chooseLooks(part: Looks): void {
  takeLooks({ ...looks, ...part });
  post('/admin/common', 'looks_save', part).catch(() => {});
}

export const useLooks = (): Looks => useSyncExternalStore(listen, () => looks);
export const useDark = (): boolean => useSyncExternalStore(listen, () => dark);

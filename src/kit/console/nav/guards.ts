/** Checks that run before a surface shows; each names where to go instead, or nothing. */
import { storedToken } from '../http/token.ts';
import type { Surface } from './surface.ts';

type Guard = () => string | undefined;

const guards: Readonly<Record<string, Guard>> = {
  /** The admin area needs a token; the way back is remembered. */
  auth: () => {
    if (storedToken()) return undefined;
    const { pathname, search } = window.location;
    return pathname.startsWith('/admin/') ? `/login?from=${encodeURIComponent(pathname + search)}` : '/login';
  },
};

const guardsOf: Readonly<Record<Surface, readonly string[]>> = {
  entry: [],
  login: [],
  'not-core': [],
  admin: ['auth'],
  unknown: [],
};

export type Passage = { to: string | undefined } | { status: number; message: string };

/** Runs guards by name. A name nobody knows is status 500 with its name (product spec §8). */
export function runGuards(names: readonly string[]): Passage {
  for (const name of names) {
    const guard = guards[name];
    if (!guard) return { status: 500, message: `Unknown middleware: ${name}` };
    const to = guard();
    if (to !== undefined) return { to };
  }
  return { to: undefined };
}

/** What the guards of a surface say. */
export function passageTo(surface: Surface): Passage {
  return runGuards(guardsOf[surface]);
}

/**
 * A page for people without an account: the diner who scans a slip, the screen on a wall. It stands in `open/<name>.open.ts`
 * of its domain, `<name>.server.ts` beside it reads what it shows, `<name>.view.tsx` draws it. Its address is
 * `/m/<name>/<code>` (a phone) or `/screen/<name>/<code>` (a wall); the code stands for one subject of one organization.
 */
export interface OpenPage {
  name: string;
  on: 'm' | 'screen';
  title: string;
  /** Facts about a person it shows, in words; a page without shows none. */
  personal?: string;
  /** Days a code is good for; null: until it is revoked. */
  days: number | null;
  /** Seconds for which one reading serves everybody who comes with the code. */
  freshSeconds: number;
  /** Seconds after which it asks again by itself. */
  refreshSeconds?: number;
  /** How many devices come with a code is counted, each once a day (`open_code.readings`). */
  counted?: true;
  /** Readings of one code a minute where many come with the same one; 60 unless said. */
  readingsPerMinute?: number;
}

/** Writes an open page down. */
export function openPage(spec: OpenPage): OpenPage {
  if (!/^[a-z][a-z-]{1,39}$/.test(spec.name)) throw new Error(`no name for an open page: ${spec.name}`);
  return spec;
}

/** Where a code leads, below the site's own address. */
export const openPath = (page: OpenPage, code: string): string => `/${page.on}/${page.name}/${code}`;

const address = /^\/(m|screen)\/([a-z][a-z-]{1,39})\/([\w-]{22})\/?$/;

/** Page and code of an address; undefined for what is none. */
export function readOpenPath(path: string): { on: 'm' | 'screen'; name: string; code: string } | undefined {
  const found = address.exec(path);
  return found ? { on: found[1] as 'm' | 'screen', name: found[2]!, code: found[3]! } : undefined;
}

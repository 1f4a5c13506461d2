/** Finds every open page's server side: all `open/*.server.ts` of all domains. Adding one is adding its files. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenPage } from '../../define/open-page.ts';
import type { Services } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import type { OpenSubject } from './codes.ts';

/** An open page tied to what it reads. It runs without a session: `subject` alone says whose rows it may read. */
export interface OpenBound {
  page: OpenPage;
  /** What the page shows; undefined when its subject is gone. */
  read(services: Services, of: OpenSubject): Promise<object | undefined>;
  /** Keys of the pictures and films that what it shows names; no other file is sent with its code. */
  pictures?: (data: object) => readonly string[];
  /** Takes what whoever holds the code says; a page without it is only read. */
  answer?: OpenSaid;
}

/** Checks and writes what was said, of its subject alone, in a transaction of its own. */
export type OpenSaid = (
  services: Services,
  of: OpenSubject,
  body: Readonly<Record<string, unknown>>,
) => Promise<Refusal | null>;

export const bindOpen = <T extends object>(
  page: OpenPage,
  read: (services: Services, of: OpenSubject) => Promise<T | undefined>,
  pictures?: (data: T) => readonly string[],
  answer?: OpenSaid,
): OpenBound => ({
  page,
  read,
  ...(answer ? { answer } : {}),
  // What it is given is what its own `read` answered.
  ...(pictures ? { pictures: (data) => pictures(data as T) } : {}),
});

/** All of them below `domainsDir`. @throws when two have one name. */
export async function loadOpenPages(domainsDir: string): Promise<OpenBound[]> {
  const found = new Map<string, OpenBound>();
  for (const file of globSync('*/**/open/*.server.ts', { cwd: domainsDir }).sort()) {
    const { default: bound } = (await import(pathToFileURL(join(domainsDir, file)).href)) as { default: OpenBound };
    if (found.has(bound.page.name)) throw new Error(`open page twice: ${bound.page.name}`);
    found.set(bound.page.name, bound);
  }
  return [...found.values()];
}

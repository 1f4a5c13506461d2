/** Fetches what a page needs, all parts at once: its definition, its view, and the default screen when it uses one. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AnyPage } from '../../define/page.ts';
import { loadChunk } from '../errors/chunk-reload.ts';
import type { PageProps, View } from '../view.ts';
import { definitionOf, type FoundPage, findPage, type Part } from './find-page.ts';

export interface ScreenProps extends PageProps {
  view: View | undefined;
  part: Part;
}

export interface LoadedPage {
  spec: AnyPage;
  view: View | undefined;
  /** Undefined when the view brings the whole page itself. */
  Screen: ComponentType<ScreenProps> | undefined;
}

const loading = new Map<string, Promise<LoadedPage>>();
const keyOf = (found: FoundPage) => `${found.page}/${found.part}`;

/** Does the default screen most likely show? Then it is fetched without waiting for the view. */
const usesScreen = ({ entry, part }: FoundPage): boolean => part !== 'page' || entry.kind !== 'custom';

/** The default screen with the engine the page needs. */
async function fetchScreen({ entry, part }: FoundPage): Promise<ComponentType<ScreenProps>> {
  const module = await loadChunk(() => import('../screens/screen.tsx'));
  await loadChunk(() => module.prepareScreen(entry.kind, part));
  return module.default;
}

/** What a view brings instead of a default screen. */
export const wholeOf = ({ part }: FoundPage, view: View | undefined): ComponentType<PageProps> | undefined =>
  part === 'form' ? view?.formPage : part === 'page' ? view?.page : undefined;

async function fetchPage(found: FoundPage): Promise<LoadedPage> {
  const early = usesScreen(found) || !found.entry.view ? fetchScreen(found) : undefined;
  const [definition, viewModule] = await Promise.all([
    loadChunk(() => definitionOf(found)),
    found.entry.view ? loadChunk(found.entry.view) : undefined,
  ]);
  const view = viewModule?.default;
  const whole = wholeOf(found, view);
  return {
    spec: definition,
    view,
    Screen: whole ? undefined : await (early ?? fetchScreen(found)),
  };
}

/**
 * Asks the rows a list will open with, or what a page of its own view begins with, as soon as its definition is there; its screen may still be on its way. Ends when
 * they are there; never rejects for their sake.
 */
export async function askAhead(
  found: FoundPage,
  query: Readonly<Record<string, string>>,
  client: QueryClient,
): Promise<void> {
  const { page, part, entry } = found;
  if (part !== 'page') return;
  if (entry.kind === 'custom') {
    // Its view brings the most code of all: the definition alone says what it will ask.
    const [definition, screen] = await Promise.all([definitionOf(found), import('../screens/screen.tsx')]);
    return screen.askFirst(client, page, definition);
  }
  if (entry.kind !== 'list' && entry.kind !== 'report') return;
  const [definition, view, screen] = await Promise.all([
    definitionOf(found),
    entry.view?.(),
    import('../screens/screen.tsx'),
  ]);
  if (!view?.default.page) await screen.askRows(client, page, definition, query);
}

/** What a person about to choose from the menus will most likely need: the engine of lists and reports. */
export function fetchListEngine(): void {
  import('../screens/screen.tsx').then((screen) => screen.prepareScreen('list', 'page')).catch(() => undefined);
}

/** A home that has come to rest for so long fetches the engine of lists in an idle moment: who reads it goes on to one. */
const restMs = 2000;

/** Ends the waiting where the home is left sooner; a connection that is paid for by the byte fetches nothing ahead. */
export function fetchListEngineAtRest(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetchListEngine);
    else fetchListEngine();
  }, restMs);
  return () => clearTimeout(timer);
}

/** How long a failure stands: long enough for the error page to show, short enough for the next try to ask again. */
const failureMs = 500;

/** The parts of a page; the same promise for the same page. */
export function loadPage(found: FoundPage): Promise<LoadedPage> {
  const key = keyOf(found);
  const known = loading.get(key);
  if (known) return known;
  const fetched = fetchPage(found);
  fetched.catch(() => setTimeout(() => loading.delete(key), failureMs));
  loading.set(key, fetched);
  return fetched;
}

/** Lets go of what was made for pages that have no tab left; coming back costs a moment, their code is there. */
export function keepLoaded(open: readonly string[]): void {
  const kept = new Set(open.flatMap((path) => findPage(path) ?? []).map(keyOf));
  for (const key of loading.keys()) if (!kept.has(key)) loading.delete(key);
}

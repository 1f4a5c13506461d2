/** Fetches what a page needs, all parts at once: its definition, its view, and the default screen when it uses one. */
import type { ComponentType } from 'react';
import type { AnyPage } from '../../define/page.ts';
import { loadChunk } from '../errors/chunk-reload.ts';
import type { PageProps, View } from '../view.ts';
import type { FoundPage } from './find-page.ts';

export interface ScreenProps extends PageProps {
  view: View | undefined;
  form: boolean;
}

export interface LoadedPage {
  spec: AnyPage;
  view: View | undefined;
  /** Undefined when the view brings the whole page itself. */
  Screen: ComponentType<ScreenProps> | undefined;
}

const loading = new Map<string, Promise<LoadedPage>>();
const loaded = new Map<string, LoadedPage>();
const keyOf = (found: FoundPage) => (found.form ? `${found.page}/form` : found.page);

/** Does the default screen most likely show? Then it is fetched without waiting for the view. */
const usesScreen = ({ entry, form }: FoundPage): boolean =>
  form || (entry.kind !== 'custom' && entry.kind !== 'dashboard');

/** The default screen with the engine the page needs. */
async function fetchScreen({ entry, form }: FoundPage): Promise<ComponentType<ScreenProps>> {
  const module = await loadChunk(() => import('../screens/screen.tsx'));
  await loadChunk(() => module.prepareScreen(entry.kind, form));
  return module.default;
}

async function fetchPage(found: FoundPage): Promise<LoadedPage> {
  const early = usesScreen(found) || !found.entry.view ? fetchScreen(found) : undefined;
  const [definition, viewModule] = await Promise.all([
    loadChunk(() => found.entry.load()),
    found.entry.view ? loadChunk(found.entry.view) : undefined,
  ]);
  const view = viewModule?.default;
  const whole = found.form ? view?.formPage : view?.page;
  return {
    spec: definition.default,
    view,
    Screen: whole ? undefined : await (early ?? fetchScreen(found)),
  };
}

/** How long a failure stands: long enough for the error page to show, short enough for the next try to ask again. */
const failureMs = 500;

/** The parts of a page; the same promise for the same page. */
export function loadPage(found: FoundPage): Promise<LoadedPage> {
  const key = keyOf(found);
  const known = loading.get(key);
  if (known) return known;
  const fetched = fetchPage(found);
  fetched.then(
    (page) => loaded.set(key, page),
    () => setTimeout(() => loading.delete(key), failureMs),
  );
  loading.set(key, fetched);
  return fetched;
}

/** The parts of a page that is there already. */
export function loadedPage(found: FoundPage): LoadedPage | undefined {
  return loaded.get(keyOf(found));
}

/** Has the worker keep a wall's page (`screen-worker.ts`); where browsers allow none, as over plain HTTP, the page goes on without. */

import { readOpenPath } from '../../define/open-page.ts';

/** What the page loaded before the worker stood is asked for once more, so that it is kept too. */
async function askAgain(): Promise<void> {
  const files = performance.getEntriesByType('resource').map((entry) => entry.name);
  const own = files.filter((name) => new URL(name).pathname.startsWith('/assets/'));
  const found = readOpenPath(window.location.pathname);
  const told = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: found?.code }),
  };
  const asked = [
    ...[window.location.href, ...own].map((url) => fetch(url)),
    ...(found ? [fetch(`/api/${found.on}/${found.name}`, told)] : []),
  ];
  // An answer that is not read holds its connection.
  await Promise.all(asked.map(async (one) => (await one).arrayBuffer())).catch(() => undefined);
}

export async function keepScreen(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !window.location.pathname.startsWith('/screen/')) return;
  if (!workers.controller) workers.addEventListener('controllerchange', () => void askAgain(), { once: true });
  await workers.register('/screen-worker.js', { scope: '/screen/' });
}

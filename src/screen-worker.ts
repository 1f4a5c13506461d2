/**
 * Keeps the walls going while the server is away: a worker over `/screen/` that asks the server first and answers what it was
 * last told when nobody answers, so that a screen switched on during an outage shows something as well. What is kept says when
 * it was read: the page tells that it is offline, and drops the day with the day. A wall that was revoked keeps nothing.
 */

interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}
interface Asking {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: 'install' | 'activate', heard: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', heard: (event: Asking) => void): void;
}

const worker = globalThis as unknown as Worker;
const cacheName = 'screen-1';
/** Pages, programs and pictures that are kept at most; the oldest go. */
const mostKept = 300;

async function keep(key: Request | string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostKept)).map((old) => cache.delete(old)));
}

const held = async (key: Request | string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(key, { ignoreVary: true });

/** The server's answer, or the last one under `key` while there is none; a wall that is gone forgets everything. */
async function fresh(request: Request, key: Request | string): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = await fetch(request);
  } catch (failure) {
    const known = await held(key);
    if (known) return known;
    throw failure;
  }
  // Whatever stands before the server answers for it while it is down.
  if (answer.status >= 500) return (await held(key)) ?? answer;
  if (answer.status === 404) await caches.delete(cacheName);
  else if (answer.ok) await keep(key, answer.clone());
  return answer;
}

/** Pictures and films that the wall names no more. */
async function forgetUnnamed(answer: Response): Promise<void> {
  const named = await answer.text();
  const cache = await caches.open(cacheName);
  for (const old of await cache.keys()) {
    const key = new URL(old.url).pathname.split('/picture/')[1];
    if (key !== undefined && !named.includes(key)) await cache.delete(old);
  }
}

/** Built files are named by what is in them, pictures and films by a number nothing else gets. */
async function lasting(request: Request): Promise<Response> {
  const known = await held(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

/** What a wall shows is asked with its code in the body: kept under it. */
async function told(request: Request): Promise<Response> {
  const { code } = (await request.clone().json()) as { code?: unknown };
  const answer = await fresh(request, `${request.url}?kept=${encodeURIComponent(String(code))}`);
  if (answer.ok) await forgetUnnamed(answer.clone());
  return answer;
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('screen-') && name !== cacheName) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.method === 'POST' && pathname.startsWith('/api/screen/')) event.respondWith(told(request));
  else if (request.method !== 'GET') return;
  else if (pathname.startsWith('/assets/') || /^\/api\/screen\/[a-z-]+\/picture\//.test(pathname))
    event.respondWith(lasting(request));
  else if (/^(\/api)?\/screen\//.test(pathname)) event.respondWith(fresh(request, request.url));
});

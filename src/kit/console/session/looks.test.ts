import { afterEach, expect, it, vi } from 'vitest';

vi.mock('react', () => ({ useSyncExternalStore: (_listen: unknown, read: () => unknown) => read() }));
vi.mock('../http/client.ts', () => ({ post: async () => null }));
afterEach(() => vi.unstubAllGlobals());

/** The system's wish as browsers tell it: a change is an event only if nobody has looked since. */
function system() {
  let wish = false;
  let known = false;
  let heard = () => {};
  const media = {
    get matches() {
      known = wish;
      return known;
    },
    addEventListener: (_change: string, listener: () => void) => {
      heard = listener;
    },
  };
  return {
    media,
    turn: (dark: boolean) => {
      wish = dark;
    },
    tell: () => {
      if (known === wish) return;
      known = wish;
      heard();
    },
  };
}

it('night falls although something is drawn between the change and its event', async () => {
  const { media, turn, tell } = system();
  const root = { dataset: {} as Record<string, string> };
  vi.stubGlobal('window', { matchMedia: () => media, addEventListener: () => {} });
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  const { startLooks, useDark } = await import('./looks.ts');
  startLooks();
  expect([root.dataset.theme, useDark()]).toEqual(['light', false]);
  turn(true);
  useDark();
  tell();
  expect([root.dataset.theme, useDark()]).toEqual(['dark', true]);
});

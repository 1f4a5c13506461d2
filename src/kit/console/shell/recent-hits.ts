/** What was chosen in the palette lately, by account, in this browser: offered while nothing is typed. */
import type { PaletteHit } from './match-pages.ts';

const keyOf = (owner: string) => `onecard.recent.${owner}`;
const most = 8;

export function recentHits(owner: string): PaletteHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? (stored as PaletteHit[]) : [];
  } catch {
    return [];
  }
}

export function noteHit(owner: string, hit: PaletteHit): void {
  const before = recentHits(owner).filter(({ path }) => path !== hit.path);
  localStorage.setItem(keyOf(owner), JSON.stringify([hit, ...before].slice(0, most)));
}

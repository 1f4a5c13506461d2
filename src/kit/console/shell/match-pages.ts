/** Which pages the palette offers for some words. */

export interface PaletteHit {
  kind: 'page' | 'person' | 'trade' | 'sample' | 'verb';
  title: string;
  hint: string;
  path: string;
}

const pageLimit = 12;

/** Pages whose title or place holds every word; a title that begins with the first word comes first. */
export function matchPages(
  pages: readonly { title: string; hint: string; path: string }[],
  keyword: string,
): PaletteHit[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  return pages
    .filter((p) => words.every((w) => `${p.title} ${p.hint} ${p.path}`.toLowerCase().includes(w)))
    .map((p, index) => ({
      p,
      rank: (p.title.toLowerCase().startsWith(first) ? 0 : p.title.toLowerCase().includes(first) ? 1000 : 2000) + index,
    }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, pageLimit)
    .map(({ p }) => ({ kind: 'page', ...p }));
}

/**
 * How a table stands on A4: words that are short stay whole and few cells take more than two lines; the sheet is turned and the
 * letters made smaller only as far as needed, and what matters least is left out where even that is not enough.
 */

/** At the usual size: a half-width letter, and the room beside a cell's text. */
const letterMm = 1.66;
const cellMm = 3.4;
/** Longest piece of a text that is never broken, and what a longer text is given at least, in half-width letters. */
const longestWhole = 14;
const leastOfLong = 22;
/** Whoever writes whole sentences of short words gets no more than this. */
const mostOfMany = 26;
const portraitMm = 190;
const landscapeMm = 277;
const smallest = 0.7;

/** Chinese letters are twice as wide as the others. */
export const halfWidths = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0);

export const pieces = (text: string): string[] => text.split(/\s+/).filter((piece) => piece !== '');

const isPlain = (piece: string) => /^[\x20-\x7e]+$/.test(piece);

/** Does every piece of the text stay in one line? */
export const isWhole = (text: string): boolean =>
  pieces(text).every((piece) => isPlain(piece) || halfWidths(piece) <= longestWhole);

/** The least width in which the pieces stand in two lines: a cell of many in a narrow column would be as high as five rows. */
function inTwoLines(lengths: readonly number[]): number {
  const widthOf = (some: readonly number[]) => some.reduce((sum, length) => sum + length + 1, -1);
  return Math.min(...lengths.map((_, i) => Math.max(widthOf(lengths.slice(0, i + 1)), widthOf(lengths.slice(i + 1)))));
}

const needs = (text: string): number => {
  const lengths = pieces(text).map((piece) =>
    isPlain(piece) || halfWidths(piece) <= longestWhole ? halfWidths(piece) : leastOfLong,
  );
  return lengths.length === 0 ? 0 : Math.max(...lengths, Math.min(mostOfMany, inTwoLines(lengths)));
};

/** A heading may be broken before its unit. */
export const headPieces = (label: string): string[] => label.split(/(?=[(（])/);

export interface PaperFit {
  sheet: 'A4' | 'A4 landscape';
  /** By what its letters are made smaller. */
  scale: number;
  /** Columns that stand on it, in their order. */
  kept: readonly number[];
  /** What each of them is given of the width, in percent. */
  shares: readonly number[];
}

/**
 * How a sheet with these headings and rows is laid.
 * @param ranks what matters more is ranked higher; without one a column is never left out
 */
export function fitPaper(
  labels: readonly string[],
  rows: readonly (readonly string[])[],
  ranks: readonly (number | undefined)[] = [],
): PaperFit {
  const widths = labels.map((label) => Math.max(...headPieces(label).map(halfWidths)));
  for (const row of rows) for (const [i, text] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, needs(text));
  const wideAt = (i: number) => widths[i]! * letterMm + cellMm;
  const wide = (columns: readonly number[]) => columns.reduce((sum, i) => sum + wideAt(i), 0);
  let kept = widths.map((_, i) => i);
  // The last of those that matter least goes first.
  const leaving = kept.filter((i) => ranks[i] !== undefined).sort((a, b) => ranks[a]! - ranks[b]! || b - a);
  while (wide(kept) * smallest > landscapeMm && leaving.length > 0) {
    const goes = leaving.shift();
    kept = kept.filter((i) => i !== goes);
  }
  const all = wide(kept);
  const shares = kept.map((i) => (wideAt(i) / all) * 100);
  if (all <= portraitMm && kept.length <= 12) return { sheet: 'A4', scale: 1, kept, shares };
  return { sheet: 'A4 landscape', scale: Math.max(smallest, Math.min(1, landscapeMm / all)), kept, shares };
}

/** How a table stands on A4: words that are short stay whole, the sheet is turned and the letters made smaller only as far as needed. */

/** At the usual size: a half-width letter, and the room beside a cell's text. */
const letterMm = 1.66;
const cellMm = 3.4;
/** Longest piece of a text that is never broken, and what a longer text is given at least, in half-width letters. */
const longestWhole = 14;
const leastOfLong = 22;
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

const needs = (text: string): number =>
  Math.max(
    0,
    ...pieces(text).map((piece) =>
      isPlain(piece) || halfWidths(piece) <= longestWhole ? halfWidths(piece) : leastOfLong,
    ),
  );

/** A heading may be broken before its unit. */
export const headPieces = (label: string): string[] => label.split(/(?=[(（])/);

/** How a sheet with these headings and rows is laid, and by what its letters are made smaller. */
export function fitPaper(
  labels: readonly string[],
  rows: readonly (readonly string[])[],
): { sheet: 'A4' | 'A4 landscape'; scale: number } {
  const widths = labels.map((label) => Math.max(...headPieces(label).map(halfWidths)));
  for (const row of rows) for (const [i, text] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, needs(text));
  const text = widths.reduce((sum, width) => sum + width * letterMm, 0);
  const beside = widths.length * cellMm;
  if (text + beside <= portraitMm && widths.length <= 12) return { sheet: 'A4', scale: 1 };
  return { sheet: 'A4 landscape', scale: Math.max(smallest, Math.min(1, landscapeMm / (text + beside))) };
}

/** Which line of a sheet has the headings, where it is known what they may be called. */
import { normalHeader } from './normal-header.ts';

/** Lines among which the headings are looked for; above them stand titles and notes. */
export const headingLines = 20;
/** One known name may be a word of the data; a second one beside it is not. */
const enough = 2;

/** The headings, and the lines that they stand on. */
export interface FoundHeadings {
  cells: string[];
  from: number;
  to: number;
}

/** Names a heading may have, as they are compared. */
export const knownHeadings = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => normalHeader(name)).filter((name) => name !== ''));

/** Headings of two lines: what the upper line says of columns the lower one leaves empty, and what stands under a wider heading. */
function withNeighbours(lines: readonly (readonly string[])[], at: number, known: ReadonlySet<string>): FoundHeadings {
  const knows = (cell: string | undefined) => cell !== undefined && known.has(normalHeader(cell));
  const cells = [...lines[at]!];
  const [above, below] = [lines[at - 1] ?? [], lines[at + 1] ?? []];
  let [from, to] = [at, at];
  for (const [i, cell] of above.entries())
    if (knows(cell) && (cells[i] ?? '') === '') {
      while (cells.length < i) cells.push('');
      cells[i] = cell;
      from = at - 1;
    }
  const under = below.flatMap((cell, i) => (cell === '' ? [] : [i]));
  if (under.some((i) => knows(below[i])) && under.every((i) => !knows(cells[i]))) {
    for (const i of under) {
      while (cells.length < i) cells.push('');
      cells[i] = below[i]!;
    }
    to = at + 1;
  }
  return { cells, from, to };
}

/** The first of the lines with the most known names; undefined where none has two of them. */
export function findHeadings(
  lines: readonly (readonly string[])[],
  known: ReadonlySet<string>,
): FoundHeadings | undefined {
  const scores = lines.map(
    (cells) => new Set(cells.map((cell) => normalHeader(cell)).filter((c) => known.has(c))).size,
  );
  const best = Math.max(0, ...scores);
  return best < enough ? undefined : withNeighbours(lines, scores.indexOf(best), known);
}

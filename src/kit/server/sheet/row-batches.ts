/** Rows on their way out of a thread: as many to a message as another thread takes over without a pause, and no more text. */

const batchChars = 1024 * 1024;

export const charsIn = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0);

/** Does the message end before a row of so many characters, having `rows` rows and `chars` characters? One row it has always. */
export const isFull = (rows: number, chars: number, more: number, mostRows: number): boolean =>
  rows === mostRows || (rows > 0 && chars + more > batchChars);

/** From where to where each message goes. */
export function* rowBatches<T>(
  all: readonly T[],
  mostRows: number,
  cellsOf: (row: T) => readonly string[],
): Generator<[from: number, to: number]> {
  let from = 0;
  let chars = 0;
  for (let at = 0; at < all.length; at += 1) {
    const more = charsIn(cellsOf(all[at]!));
    if (isFull(at - from, chars, more, mostRows)) {
      yield [from, at];
      from = at;
      chars = 0;
    }
    chars += more;
  }
  if (from < all.length) yield [from, all.length];
}

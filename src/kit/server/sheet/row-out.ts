/** A buffer rows are written into, with the few operations the cell encoders need. All positions are bytes. */

/** Fixed ASCII text kept as 32-bit words: four bytes a store instead of one. */
export interface Fragment {
  words: Int32Array;
  length: number;
}

export interface RowOut {
  bytes: Buffer;
  view: DataView;
  /** Where the next byte goes. */
  at: number;
}

/** Fragments are stored in whole words and may write this far behind their end. */
const wordSlack = 4;

/** A buffer of `capacity` usable bytes. */
export function rowOut(capacity: number): RowOut {
  const bytes = Buffer.allocUnsafeSlow(capacity + wordSlack);
  return { bytes, view: new DataView(bytes.buffer), at: 0 };
}

/** Usable bytes left. */
export const roomIn = (out: RowOut): number => out.bytes.length - wordSlack - out.at;

/** A fragment of ASCII text. */
export function fragment(text: string): Fragment {
  const words = new Int32Array(Math.ceil(text.length / 4));
  new Uint8Array(words.buffer).set(Buffer.from(text, 'latin1'));
  return { words, length: text.length };
}

/** A fragment of decimal digits that is changed in place: the number of a row. */
export function digitFragment(): Fragment & { set(value: number): void } {
  const words = new Int32Array(3);
  const bytes = new Uint8Array(words.buffer);
  return {
    words,
    length: 0,
    set(value) {
      const text = String(value);
      this.length = text.length;
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    },
  };
}

/** Appends a fragment. */
export function putFragment(out: RowOut, { words, length }: Fragment): void {
  const { view, at } = out;
  for (let i = 0; i < words.length; i++) view.setInt32(at + 4 * i, words[i]!, true);
  out.at = at + length;
}

/** Appends a whole number from 0 as decimal digits, with zeros in front up to `width`. */
export function putDigits(out: RowOut, value: number, width = 1): void {
  let size = width;
  for (let limit = 10 ** width; value >= limit; limit *= 10) size++;
  let rest = value;
  for (let i = out.at + size - 1; i >= out.at; i--) {
    const next = Math.floor(rest / 10);
    out.bytes[i] = 48 + rest - next * 10;
    rest = next;
  }
  out.at += size;
}

/** Appends text as UTF-8. */
export function putText(out: RowOut, text: string): void {
  out.at += out.bytes.write(text, out.at, 'utf8');
}

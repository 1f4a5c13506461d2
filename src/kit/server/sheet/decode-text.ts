/** Bytes of a text file to text: byte order marks, strict UTF-8, UTF-16 without a mark, then GB18030. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Share of NUL bytes at odd or even places above which text is taken for UTF-16 without a mark. */
const utf16Share = 0.2;

function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'binary' | undefined {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) i % 2 === 0 ? even++ : odd++;
  if (even + odd === 0) return undefined;
  const half = sample.length / 2;
  if (odd > half * utf16Share && even < half * 0.02) return 'utf-16le';
  if (even > half * utf16Share && odd < half * 0.02) return 'utf-16be';
  return 'binary';
}

/** Whether bytes are no text in any encoding this product reads. */
export function looksBinary(bytes: Uint8Array): boolean {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !marked && guessUtf16(bytes) === 'binary';
}

function strict(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Characters of three bytes that are whole, for each that is not, above which a text is UTF-8 that was cut or spoilt. */
const wholeToBroken = 4;

/** Whether bytes that no encoding reads strictly are UTF-8 all the same, such as a file whose end was lost. */
export function isBrokenUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (const char of new TextDecoder('utf-8').decode(bytes))
    if (char === '\ufffd') broken++;
    else if (char >= '\u0800') whole++;
  return whole > broken * wholeToBroken;
}

/** Text and encoding of a file, undefined when it is no text in any of them. A byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } | undefined {
  const [a, b, c] = bytes;
  const given = (encoding: TextEncoding) => {
    const text = strict(bytes, encoding);
    return text === undefined ? undefined : { text, encoding };
  };
  if (a === 0xef && b === 0xbb && c === 0xbf) return given('utf-8');
  if (a === 0xff && b === 0xfe) return given('utf-16le');
  if (a === 0xfe && b === 0xff) return given('utf-16be');
  const wide = guessUtf16(bytes);
  if (wide === 'binary') return undefined;
  if (wide) return given(wide);
  // Cut UTF-8 often reads as GB18030 as well, every word of it another.
  return given('utf-8') ?? (isBrokenUtf8(bytes) ? undefined : given('gb18030'));
}

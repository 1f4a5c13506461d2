/** Text to GB18030, which banks' programs read; what the house decodes it also writes, byte for byte. */

const decoder = new TextDecoder('gb18030', { fatal: true });

/** Two-byte characters are nearly all there are; the others are four bytes each. */
function tables(): Map<string, Buffer> {
  const known = new Map<string, Buffer>();
  const note = (...bytes: number[]) => {
    const code = Buffer.from(bytes);
    try {
      const char = decoder.decode(code);
      if ([...char].length === 1 && !known.has(char)) known.set(char, code);
    } catch {
      // No character has this code.
    }
  };
  for (let a = 0x81; a <= 0xfe; a++) for (let b = 0x40; b <= 0xfe; b++) if (b !== 0x7f) note(a, b);
  for (let a = 0x81; a <= 0x84; a++)
    for (let b = 0x30; b <= 0x39; b++)
      for (let c = 0x81; c <= 0xfe; c++) for (let d = 0x30; d <= 0x39; d++) note(a, b, c, d);
  return known;
}

let codes: Map<string, Buffer> | undefined;

/** The text's bytes; a character outside the Basic Multilingual Plane becomes a question mark. */
export function gb18030(text: string): Buffer {
  codes ??= tables();
  const unknown = Buffer.from('?');
  return Buffer.concat(
    [...text].map((char) => (char.charCodeAt(0) < 0x80 ? Buffer.from(char) : (codes!.get(char) ?? unknown))),
  );
}

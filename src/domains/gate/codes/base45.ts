/** Base45 (RFC 9285): bytes in the signs a QR code packs most tightly. Pure. */

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let n = pair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!;
    for (let i = 0; i < (pair ? 3 : 2); i += 1) {
      text += signs[n % 45]!;
      n = Math.floor(n / 45);
    }
  }
  return text;
}

/** Undefined where the text is none. */
export function fromBase45(text: string): Buffer | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const part = [...text.slice(at, at + 3)].map((sign) => signs.indexOf(sign));
    const n = part.reduce((sum, digit, i) => sum + digit * 45 ** i, 0);
    if (part.length === 1 || part.includes(-1) || n > (part.length === 3 ? 0xffff : 0xff)) return undefined;
    bytes.push(...(part.length === 3 ? [n >> 8, n & 0xff] : [n]));
  }
  return Buffer.from(bytes);
}

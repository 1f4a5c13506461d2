/** What a cell's number format says about its number: a date, a share, a padded number, or just a number. */

export type NumberShape =
  | { kind: 'plain' }
  | { kind: 'date' }
  | { kind: 'percent' }
  | { kind: 'padded'; width: number };

const plain: NumberShape = { kind: 'plain' };
const date: NumberShape = { kind: 'date' };
const percent: NumberShape = { kind: 'percent' };

/** Format ids that are dates in every or in the East Asian editions (ECMA-376 §18.8.30). */
const builtInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Shape of a format by its id and, for formats of the workbook's own, its code. */
export function numberShape(id: number, code: string | undefined): NumberShape {
  if (code === undefined) return builtInDate(id) ? date : id === 9 || id === 10 ? percent : plain;
  const zeros = /^0{2,}$/.exec(code.trim());
  if (zeros) return { kind: 'padded', width: zeros[0].length };
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (bare.includes('%')) return percent;
  return /general/i.test(bare) ? plain : /[ymdhs年月日]/i.test(bare) ? date : plain;
}

/**
 * Text of a number as a person would type it: no exponent, none of the noise a double adds (12.300000000000001 is
 * 12.3). Whole numbers keep every digit the file has, so a long card number stays whole.
 */
export function numberText(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  return rounded.toFixed(20).replace(/\.?0+$/, '');
}

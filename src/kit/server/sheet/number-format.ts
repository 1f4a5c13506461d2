/** What a cell's number format says about its number: a date, a share, a padded number, or just a number. */

export type NumberShape =
  | { kind: 'plain' }
  | { kind: 'date'; yearless?: true }
  | { kind: 'percent' }
  | { kind: 'padded'; width: number };

const plain: NumberShape = { kind: 'plain' };
const date: NumberShape = { kind: 'date' };
const monthAndDay: NumberShape = { kind: 'date', yearless: true };
const percent: NumberShape = { kind: 'percent' };

/** Format ids that are dates in every or in the East Asian editions (ECMA-376 §18.8.30). */
const builtInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Those that show month and day alone; what is typed as `3-2` gets one of them. */
const builtInYearless = new Set([16, 28, 29, 51, 53, 54, 58]);

/** Shape of a format by its id and, for formats of the workbook's own, its code. */
export function numberShape(id: number, code: string | undefined): NumberShape {
  if (code === undefined) {
    if (builtInYearless.has(id)) return monthAndDay;
    return builtInDate(id) ? date : id === 9 || id === 10 ? percent : plain;
  }
  const zeros = /^0{2,}$/.exec(code.trim());
  if (zeros) return { kind: 'padded', width: zeros[0].length };
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (bare.includes('%')) return percent;
  if (/general/i.test(bare) || !/[ymdhs年月日]/i.test(bare)) return plain;
  return /d/i.test(bare) && /m/i.test(bare) && !/[yhse]/i.test(bare) ? monthAndDay : date;
}

/** Digits a spreadsheet keeps of a number; it fills the rest up with zeros. */
const keptDigits = 15;

/** The number with its exponent where digits of it were lost: 18 digits typed into a number cell end in 000. */
export function lostDigits(raw: string): string | undefined {
  const value = Number(raw);
  if (!(Math.abs(value) >= 10 ** keptDigits)) return undefined;
  const whole = /^-?\d+$/.exec(raw);
  // Another program may have written every digit.
  if (whole && !/^-?\d{15}0+$/.test(raw)) return undefined;
  return String(Number(value.toPrecision(keptDigits)).toExponential());
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
